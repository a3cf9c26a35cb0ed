/** `RenderTemplate` documents: actions that a `ConfigTemplate` makes from inputs. */
import type { TemplateContext } from "../template/context/run.ts";
import { templateValues } from "../template/resolve/template-values.ts";
import { listOfNames } from "../variables/error.ts";
import { type ActionConfig, actionKind, actionOf } from "./config.ts";
import type { Field } from "./config-field.ts";
import { resolveNode } from "./resolution.ts";
import type { Sources } from "./sources.ts";

/**
 * The actions of a `RenderTemplate` document: the `configs` of its template, whose templates also see `inputs`,
 * `parent.name` and `template.name`.
 *
 * @param context what the inputs may refer to
 * @throws VariablesError, TemplateError
 */
export function renderedActions(
  render: Field,
  templates: ReadonlyMap<string, Field>,
  context: TemplateContext,
  sources: Sources,
): ActionConfig[] {
  const templateName = render.at("template").plainText();
  const template = templates.get(templateName);
  if (template === undefined) {
    const names = listOfNames([...templates.keys()]);
    throw render.at("template").error(`there is no ConfigTemplate ${templateName} (there is ${names})`);
  }
  const inputs = render.at("inputs");
  if (inputs.isThere) inputs.map();
  const own = {
    inputs: templateValues(inputs.value ?? {}, context, [...sources.add(render.source), ...inputs.path]),
    parent: { name: render.at("name").plainText() },
    template: { name: templateName },
  };
  const path = sources.add(template.source);
  return template
    .at("configs")
    .items()
    .map((config) => {
      config.map();
      const kind = actionKind(config.at("kind").plainText());
      if (kind === undefined) throw config.at("kind").error("only actions can be rendered: Build, Deploy, Run, Test");
      const nameField = config.at("name");
      const name = resolveNode(nameField.text(), { ...context, ...own }, [...path, ...nameField.path]);
      if (typeof name !== "string" || name === "") throw nameField.error("a name must be text that is known early");
      const rendered = actionOf(config, kind, name, own);
      return { ...rendered, folder: folderOf(render) };
    });
}

function folderOf({ source: { file } }: Field): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}
