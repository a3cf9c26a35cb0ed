/** `RenderTemplate` documents: actions, modules, and workflows that are rendered from a `ConfigTemplate` with inputs. */

import { setKey } from "../../../text/own-keys.ts";
import {
  derivedValue,
  hasOperator,
  NOT_KNOWN_YET,
  type TemplateContext,
  TemplateError,
  Unresolved,
} from "../../template/internal.ts";
import { isMap, type Variables } from "../../template/values.ts";
import { suggestion } from "../../variables/error.ts";
import {
  type ActionConfig,
  actionKind,
  actionOf,
  type ContextIn,
  joinPath,
  type ModuleConfig,
  type StepsConfig,
  stepsKind,
  stepsOf,
} from "../documents/config.ts";
import { Field } from "../documents/field.ts";
import type { Resolution } from "../resolution.ts";
import { inputDefaults } from "./inputs.ts";
import { type ExpandedItem, expandedItems } from "./list-operators.ts";

interface Rendered {
  readonly actions: ActionConfig[];
  readonly modules: ModuleConfig[];
  readonly workflows: StepsConfig[];
}

/** Parts of a context that are known after the documents are rendered. */
const LATER = { providers: NOT_KNOWN_YET, actions: NOT_KNOWN_YET, runtime: NOT_KNOWN_YET, modules: NOT_KNOWN_YET };

/**
 * Renders a `RenderTemplate` document: the `configs` and `modules` of its template, once for each combination of its
 * `matrix`. Their templates also see `inputs`, `parent.name`, and `template.name`.
 *
 * @param context what is known early
 */
export function rendered(
  render: Field,
  templates: ReadonlyMap<string, Field>,
  context: TemplateContext,
  resolution: Resolution,
): Rendered {
  const result: Rendered = { actions: [], modules: [], workflows: [] };
  // As in Garden, any text disables it, even "false".
  const disabled = resolution.resolveEarly(render.at("disabled"), context);
  if (disabled instanceof Unresolved) throw render.at("disabled").error("this must be true or false, known early");
  if (disabled) return result;
  const templateName = render.at("template").plainText();
  const template = templates.get(templateName);
  if (template === undefined) {
    const hint = suggestion(templateName, [...templates.keys()]);
    throw render.at("template").error(`no such ConfigTemplate: ${templateName} (${hint})`);
  }
  const inputs = render.at("inputs");
  if (inputs.hasValue) inputs.map();
  const valuesIn = inputValues(inputs, context, resolution);
  const withDefaults = inputDefaults(template, inputs, context, resolution);
  for (const matrix of combinations(render.at("matrix"), context, resolution)) {
    const contextIn: ContextIn = (outer) => ({
      inputs: withDefaults(withMatrix(valuesIn(outer), matrix)),
      parent: { name: render.at("name").plainText() },
      template: { name: templateName },
    });
    renderInto(result, render, template, context, contextIn, resolution);
  }
  return result;
}

function renderInto(
  { actions, modules, workflows }: Rendered,
  render: Field,
  template: Field,
  outer: TemplateContext,
  contextIn: ContextIn,
  resolution: Resolution,
): void {
  // An input can refer to what is known later, as long as no name or operator needs it.
  const context: Record<string, unknown> = { ...outer, ...LATER };
  Object.assign(context, contextIn(context));
  const withItem =
    (item: TemplateContext): ContextIn =>
    (around) => ({ ...contextIn(around), ...item });
  const textOf = (field: Field, item: TemplateContext) => {
    field.text();
    const text = resolution.resolveName(field, { ...context, ...item });
    if (!text) throw field.error("this must be text that is known early");
    return text;
  };
  /** The folder of a rendered document: that of the `RenderTemplate`, or the folder `path` in it. */
  const folderOf = ({ field, item }: ExpandedItem) => {
    const path = field.at("path");
    return path.hasValue ? joinPath(render.folder, textOf(path, item)) : render.folder;
  };
  for (const expanded of expandedItems(template.at("configs"), context, resolution)) {
    const { field, item } = expanded;
    field.map();
    const kindName = field.at("kind").plainText();
    const name = textOf(field.at("name"), item);
    const kind = actionKind(kindName);
    if (kind !== undefined) {
      actions.push({ ...actionOf(field, kind, name, withItem(item)), folder: folderOf(expanded) });
    } else if (stepsKind(kindName) === "workflow") {
      workflows.push(stepsOf(field, "workflow", name, withItem(item)));
    } else {
      throw field.at("kind").error("this kind cannot be rendered; use Build, Deploy, Run, Test, or Workflow");
    }
  }
  for (const expanded of expandedItems(template.at("modules"), context, resolution)) {
    const { field, item } = expanded;
    field.map();
    const name = textOf(field.at("name"), item);
    const type = textOf(field.at("type"), item);
    modules.push({ field, name, type, folder: folderOf(expanded), contextIn: withItem(item) });
  }
}

/**
 * The inputs as a part of a document's context. Inputs that are known early are resolved once. The others are looked up in the
 * document's context. Otherwise a variable of the document could shadow one that the inputs refer to.
 */
function inputValues(inputs: Field, context: TemplateContext, resolution: Resolution): ContextIn {
  const valuesOf = (part: Variables, outer: TemplateContext) =>
    resolution.contextValues(new Field(inputs.source, part, inputs.path), outer) as TemplateContext;
  // All inputs come from one operator.
  if (isMap(inputs.value) && hasOperator(inputs.value)) {
    return () => resolution.contextValues(inputs, context) as TemplateContext;
  }
  const late = { ...context, ...LATER, secrets: NOT_KNOWN_YET };
  const known: Variables = {};
  const unresolved: Variables = {};
  for (const key of inputs.hasValue ? Object.keys(inputs.map()) : []) {
    const input = inputs.at(key);
    try {
      const { isSecret } = resolution.resolveLate(input, late);
      if (isSecret) setKey(unresolved, key, input.value);
      else setKey(known, key, resolution.documentFor(input, late));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      // The error is reported where the input is used.
      setKey(unresolved, key, input.value);
    }
  }
  return (outer) => ({ ...valuesOf(known, outer), ...valuesOf(unresolved, { ...outer }) });
}

function withMatrix(inputs: unknown, matrix: Variables): unknown {
  if (typeof inputs === "function") return derivedValue([inputs], (known) => withMatrix(known, matrix));
  return isMap(inputs) ? { ...inputs, ...matrix } : inputs;
}

/** The inputs of a matrix: one map for each combination of its values. The last input changes first. */
function combinations(matrix: Field, context: TemplateContext, resolution: Resolution): Variables[] {
  if (!matrix.hasValue) return [{}];
  const resolved = new Field(matrix.source, resolution.resolveEarly(matrix, context), matrix.path);
  let all: Variables[] = [{}];
  for (const key of Object.keys(resolved.map())) {
    const field = resolved.at(key);
    const inputs = field.items().map(({ value }) => ({ [key]: value }));
    resolution.budget.checkCombinations(all.length * inputs.length, (reason) => field.error(reason, "limit"));
    all = all.flatMap((others) => inputs.map((input) => ({ ...others, ...input })));
  }
  return all;
}
