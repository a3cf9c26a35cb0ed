/** A project: its config documents, resolved in one of its environments. */

import type { Variables } from "../variables/map.ts";
import type { ConfigDocument } from "./config.ts";
import type { Explanation } from "./explanation.ts";
import type { ProjectLook } from "./look.ts";
import { type OpenedProject, openProject } from "./opened-project.ts";
import type { ProjectOptions } from "./options.ts";
import type { ResolvedDocument } from "./resolved-document.ts";

/**
 * A project in one of its environments.
 *
 * @example
 * ```ts
 * const project = new Project([
 *   { file: "garden.yml", value: { kind: "Project", name: "shop", environments: [{ name: "dev" }], variables: { port: 80 } } },
 *   { file: "garden.yml", value: { kind: "Deploy", name: "api", spec: { port: "${var.port}" } } },
 * ]);
 * project.resolve()[1].value; // { kind: "Deploy", name: "api", spec: { port: 80 } }
 * ```
 */
export class Project {
  private readonly opened: OpenedProject;

  /** @throws VariablesError that names the file and the place */
  constructor(documents: readonly ConfigDocument[], options: ProjectOptions = {}) {
    this.opened = openProject(documents, options);
  }

  /**
   * Every document: the project, its actions, each after those that it depends on, and then all documents of other kinds.
   *
   * @param names only these documents and what they depend on: `KIND.NAME`, as in `ResolvedDocument.name`
   * @throws VariablesError that names the file and the place; `unknown-action` for a name that no document has
   */
  resolve(names?: readonly string[]): ResolvedDocument[] {
    return this.opened.resolve(names);
  }

  /** What is not resolved, not converted or left out, as messages; with its place, where it has one. */
  get notes(): string[] {
    return this.opened.notes;
  }

  /**
   * The level that gives a variable its value: in the environment, and in each action that has the variable in a level of
   * its own.
   *
   * @param variable `a.b` or `var.a.b`
   * @throws VariablesError that names the file and the place
   */
  explain(variable: string): Explanation[] {
    return this.opened.explain(variable);
  }

  /** @internal What people see of it in an editor. */
  get look(): ProjectLook {
    return this.opened.look;
  }

  /**
   * All variables that an action sees, of its environment and of its own levels. What is not known yet is a template that
   * gives it. Values that depend on secrets are shown, as `resolve` shows them.
   *
   * @param action `KIND.NAME`
   * @throws VariablesError that names the file and the place; `unknown-action` if there is none of that name
   */
  variablesOf(action: string): Readonly<Variables> {
    return this.opened.variablesOf(action);
  }
}
