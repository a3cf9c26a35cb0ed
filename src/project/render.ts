/** `RenderTemplate` documents: actions, modules and workflows that a `ConfigTemplate` makes from inputs. */
import { derivedValue, hasOperator, NOT_KNOWN_YET, type TemplateContext, TemplateError } from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { setKey } from "../text/own-keys.ts";
import { listOfNames } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import {
  type ActionConfig,
  actionKind,
  actionOf,
  type ContextIn,
  folderWithin,
  type ModuleConfig,
  type StepsConfig,
  stepsKind,
  stepsOf,
} from "./config.ts";
import { Field } from "./config-field.ts";
import { type ExpandedItem, expandedItems } from "./expanded-items.ts";
import type { Resolution } from "./resolution.ts";
import { inputDefaults } from "./template-inputs.ts";

/** What a `RenderTemplate` document makes. */
export interface Rendered {
  readonly actions: readonly ActionConfig[];
  readonly modules: readonly ModuleConfig[];
  readonly workflows: readonly StepsConfig[];
}

/**
 * What a `RenderTemplate` document makes: the `configs` and `modules` of its template, once for each combination of its
 * `matrix`. Their templates also see `inputs`, `parent.name` and `template.name`.
 *
 * @param context what is known early
 * @throws VariablesError, TemplateError
 */
export function rendered(
  render: Field,
  templates: ReadonlyMap<string, Field>,
  context: TemplateContext,
  resolution: Resolution,
): Rendered {
  if (resolution.resolveEarly(render.at("disabled"), context)) return { actions: [], modules: [], workflows: [] };
  const templateName = render.at("template").plainText();
  const template = templates.get(templateName);
  if (template === undefined) {
    const names = listOfNames([...templates.keys()]);
    throw render.at("template").error(`there is no ConfigTemplate ${templateName} (known: ${names})`);
  }
  const inputs = render.at("inputs");
  if (inputs.isThere) inputs.map();
  const valuesIn = inputValues(inputs, context, resolution);
  const withDefaults = inputDefaults(template, inputs, context, resolution);
  const parts = combinations(render.at("matrix"), context, resolution).map((matrix) => {
    const contextIn: ContextIn = (outer) => ({
      inputs: withDefaults(withMatrix(valuesIn(outer), matrix)),
      parent: { name: render.at("name").plainText() },
      template: { name: templateName },
    });
    return renderedOnce(render, template, context, contextIn, resolution);
  });
  return {
    actions: parts.flatMap(({ actions }) => actions),
    modules: parts.flatMap(({ modules }) => modules),
    workflows: parts.flatMap(({ workflows }) => workflows),
  };
}

function renderedOnce(
  render: Field,
  template: Field,
  outer: TemplateContext,
  contextIn: ContextIn,
  resolution: Resolution,
): Rendered {
  // An input may refer to what is known later, as long as no name or operator needs it.
  const context: Record<string, unknown> = {
    ...outer,
    providers: NOT_KNOWN_YET,
    actions: NOT_KNOWN_YET,
    runtime: NOT_KNOWN_YET,
    modules: NOT_KNOWN_YET,
  };
  Object.assign(context, contextIn(context));
  const actions: ActionConfig[] = [];
  const modules: ModuleConfig[] = [];
  const workflows: StepsConfig[] = [];
  const withItem =
    ({ item }: ExpandedItem): ContextIn =>
    (around) => ({ ...contextIn(around), ...item });
  const textOf = (field: Field, item: TemplateContext) => {
    field.text();
    const text = resolution.resolveName(field, { ...context, ...item });
    if (!text) throw field.error("this must be text that is known early");
    return text;
  };
  for (const expanded of expandedItems(template.at("configs"), context, resolution)) {
    const { field, item } = expanded;
    field.map();
    const kindName = field.at("kind").plainText();
    const name = textOf(field.at("name"), item);
    const kind = actionKind(kindName);
    if (kind !== undefined) {
      actions.push({ ...actionOf(field, kind, name, withItem(expanded)), folder: folderOf(field, item) });
    } else if (stepsKind(kindName) === "workflow") {
      workflows.push(stepsOf(field, "workflow", name, withItem(expanded)));
    } else {
      throw field.at("kind").error("only Build, Deploy, Run, Test and Workflow can be rendered in `configs`");
    }
  }
  for (const expanded of expandedItems(template.at("modules"), context, resolution)) {
    const { field, item } = expanded;
    field.map();
    const name = textOf(field.at("name"), item);
    const type = textOf(field.at("type"), item);
    modules.push({ field, name, type, folder: folderOf(field, item), contextIn: withItem(expanded) });
  }
  return { actions, modules, workflows };

  /** The folder that a rendered document is in: that of the `RenderTemplate`, or the folder `path` in it. */
  function folderOf(field: Field, item: TemplateContext): string {
    const path = field.at("path");
    if (!path.isThere) return render.folder;
    return folderWithin(render.folder, new Field(field.source, textOf(path, item), path.path));
  }
}

/**
 * The inputs as a part of a document's context. What is known early is known there, and only the rest is looked up in the
 * document's context: the document's variables may have the same names as those that the inputs refer to.
 */
function inputValues(
  inputs: Field,
  context: TemplateContext,
  resolution: Resolution,
): (outer: TemplateContext) => unknown {
  // An operator as a whole gives the inputs.
  if (isMap(inputs.value) && hasOperator(inputs.value)) return () => resolution.contextValues(inputs, context);
  const late = {
    ...context,
    secrets: NOT_KNOWN_YET,
    providers: NOT_KNOWN_YET,
    actions: NOT_KNOWN_YET,
    runtime: NOT_KNOWN_YET,
    modules: NOT_KNOWN_YET,
  };
  const known: Variables = {};
  const asWritten: Variables = {};
  for (const key of inputs.isThere ? Object.keys(inputs.map()) : []) {
    const input = inputs.at(key);
    try {
      const { isSecret } = resolution.resolveLate(input, late);
      if (isSecret) setKey(asWritten, key, input.value);
      else setKey(known, key, resolution.documentFor(input, late));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      // It is an error where the input is used.
      setKey(asWritten, key, input.value);
    }
  }
  const values = (part: Variables, outer: TemplateContext) =>
    resolution.contextValues(new Field(inputs.source, part, inputs.path), outer) as TemplateContext;
  return (outer) => ({ ...values(known, outer), ...values(asWritten, { ...outer }) });
}

function withMatrix(inputs: unknown, matrix: Variables): unknown {
  if (typeof inputs === "function") return derivedValue([inputs], (known) => withMatrix(known, matrix));
  return isMap(inputs) ? { ...inputs, ...matrix } : inputs;
}

/** The inputs of a matrix: one map for each combination of its values, the last input changing first. */
function combinations(matrix: Field, context: TemplateContext, resolution: Resolution): Variables[] {
  if (!matrix.isThere) return [{}];
  const resolved = new Field(matrix.source, resolution.resolveEarly(matrix, context), matrix.path);
  let all: Variables[] = [{}];
  for (const key of Object.keys(resolved.map())) {
    const values = resolved
      .at(key)
      .items()
      .map((each) => each.value);
    resolution.budget.checkCombinations(all.length * values.length, (reason) =>
      resolved.at(key).error(reason, "limit"),
    );
    all = all.flatMap((others) => values.map((input) => ({ ...others, [key]: input })));
  }
  return all;
}
