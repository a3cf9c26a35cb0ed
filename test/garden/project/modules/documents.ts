/** Projects of a few modules, for tests. */

import { Project, type ProjectOptions, VariablesError } from "../../../../src/index.ts";
import { errorOf } from "../../../error-of.ts";

const PROJECT = {
  kind: "Project",
  name: "shop",
  environments: [{ name: "dev" }],
  providers: [{ name: "exec" }],
  variables: { tag: "v1", port: 80 },
};

/** The project of these documents; those without a folder of their own (`in`) are in `app`. */
export function projectOf(documents: readonly object[], options: ProjectOptions = {}): Project {
  const files = documents.map((document) => {
    const { in: folder = "app", ...value } = document as { in?: string };
    return { file: `${folder}/garden.yml`, value };
  });
  const world = { local: { projectPath: "/src/shop" } };
  return new Project([{ file: "garden.yml", value: PROJECT }, ...files], { world, hasFile: () => false, ...options });
}

/** The resolved documents by their names, without the project's. */
export function resolved(documents: readonly object[], options: ProjectOptions = {}): Record<string, unknown> {
  const all = projectOf(documents, options).resolve();
  return Object.fromEntries(all.slice(1).map(({ name, value }) => [name, value]));
}

export function failure(action: () => unknown): string {
  return errorOf(action, VariablesError).message;
}
