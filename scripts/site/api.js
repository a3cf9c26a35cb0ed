/** The pages of the API, from the public names of src/. */
import { join } from "node:path";
import { Application, Converter, ReflectionKind, TSConfigReader } from "typedoc";
import { root } from "./pages.js";

/** The entries of the package, by the names of their modules. */
const ENTRIES = {
  index: "varexpand",
  kubernetes: "varexpand/pod",
  garden: "varexpand/template",
  envfile: "varexpand/envfile",
  dotenv: "varexpand/dotenv",
};

/**
 * Writes a page for each entry, function, class, and interface, and `navigation.json`.
 *
 * @throws Error if TypeDoc warns, or a function has no example
 */
export async function writeApi(folder) {
  const app = await Application.bootstrapWithPlugins(
    {
      tsconfig: join(root, "tsconfig.build.json"),
      plugin: ["typedoc-plugin-markdown"],
      outputs: [{ name: "markdown", path: folder }],
      readme: "none",
      name: "API",
      entryFileName: "index",
      membersWithOwnFile: ["Function", "Class", "Interface"],
      hideBreadcrumbs: true,
      hidePageHeader: true,
      useCodeBlocks: true,
      parametersFormat: "table",
      indexFormat: "table",
      pageTitleTemplates: { module: "{name}", member: "{name}" },
      navigationModel: { excludeGroups: true },
      navigationJson: join(folder, "navigation.json"),
      disableSources: true,
      excludeProtected: true,
      treatWarningsAsErrors: true,
      logLevel: "Warn",
    },
    [new TSConfigReader()],
  );
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module)) module.name = ENTRIES[module.name];
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc cannot read src/");
  const functions = project.getReflectionsByKind(ReflectionKind.Function).flatMap(({ signatures }) => signatures);
  const withoutExample = functions.filter(({ comment }) => comment?.getTag("@example") === undefined);
  if (withoutExample.length > 0) throw new Error(`no @example: ${withoutExample.map(({ name }) => name).join(", ")}`);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("TypeDoc reported warnings");
}
