/** `RenderTemplate` documents: actions that a `ConfigTemplate` makes from inputs. */
import type { TemplateContext } from "../template/internal.ts";
import { listOfNames } from "../variables/error.ts";
import { type ActionConfig, actionKind, actionOf } from "./config.ts";
import type { Field } from "./config-field.ts";
import type { Resolution } from "./resolution.ts";

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
  resolution: Resolution,
): ActionConfig[] {
  if (resolution.resolve(render.at("disabled"), context)) return [];
  const templateName = render.at("template").plainText();
  const template = templates.get(templateName);
  if (template === undefined) {
    const names = listOfNames([...templates.keys()]);
    throw render.at("template").error(`there is no ConfigTemplate ${templateName} (known: ${names})`);
  }
  const inputs = render.at("inputs");
  if (inputs.isThere) inputs.map();
  const own = {
    inputs: inputs.isThere ? resolution.contextValues(inputs, context) : {},
    parent: { name: render.at("name").plainText() },
    template: { name: templateName },
  };
  return template
    .at("configs")
    .items()
    .map((config) => {
      config.map();
      const kind = actionKind(config.at("kind").plainText());
      if (kind === undefined) throw config.at("kind").error("only actions can be rendered: Build, Deploy, Run, Test");
      const nameField = config.at("name");
      nameField.text();
      const name = resolution.resolveName(nameField, { ...context, ...own });
      if (!name) throw nameField.error("a name must be text that is known early");
      return { ...actionOf(config, kind, name, own), folder: render.folder };
    });
}
