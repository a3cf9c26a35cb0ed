/** Findings in a Garden project: keys that templates miss, variables that do nothing. */

import type { Field } from "../garden/project/documents/field.ts";
import type { ReadVarfile } from "../garden/project/documents/sources.ts";
import { Project } from "../garden/project/project.ts";
import { pathWithin } from "../garden/project/variables/varfiles.ts";
import { NOT_KNOWN_YET } from "../garden/template/context/unresolved.ts";
import { VariablesError } from "../garden/variables/error.ts";
import { grouped } from "../text/grouped.ts";
import { memberOf } from "../text/own-keys.ts";
import type { RawFinding } from "./finding.ts";
import { TemplateUses } from "./project-uses.ts";
import type { ProjectDocument, ProjectFault, SeenProject } from "./rules/project/project-document.ts";
import { missingVarfile } from "./rules/project/project-incomplete.ts";
import { findingsOf } from "./rules/rules.ts";
import { SourceText } from "./source-text.ts";

export interface ProjectLintOptions {
  readonly readVarfile: ReadVarfile;
  /** Whether a `.gitignore` file covers a path from the project's folder. */
  readonly isGitIgnored: (path: string) => boolean;
  readonly hasFile: (path: string) => boolean;
  /** Whether something else sets a variable: `--var`. */
  readonly isKnown: (name: string) => boolean;
}

export interface ProjectResult {
  /** By the file's name, as the documents have it, or by a varfile's path from the project's folder. */
  readonly findings: ReadonlyMap<string, readonly RawFinding[]>;
  /** The varfiles that were read, by their paths from the project's folder. */
  readonly varfiles: ReadonlyMap<string, SourceText>;
  /** The project in each of its environments that can be opened. */
  readonly projects: readonly Project[];
}

/** More environments of a project are not resolved. */
const MAX_ENVIRONMENTS = 20;

export function lintProject(documents: readonly ProjectDocument[], options: ProjectLintOptions): ProjectResult {
  const root = documents.find(({ value }) => memberOf(value, "kind") === "Project");
  if (root === undefined) return { findings: new Map(), varfiles: new Map(), projects: [] };
  const project = new ResolvedProject(documents, root, options);
  const found = findingsOf("project", project);
  const unique = new Map(found.map((finding) => [idOf(finding), finding]));
  return {
    findings: grouped(unique.values(), ({ file }) => file),
    varfiles: project.varfiles,
    projects: project.projects,
  };
}

class ResolvedProject implements SeenProject {
  readonly documents: readonly ProjectDocument[];
  readonly root: ProjectDocument;
  readonly uses: TemplateUses;
  readonly projects: readonly Project[];
  readonly faults: ProjectFault[] = [];
  readonly varfiles = new Map<string, SourceText>();
  readonly isKnown: SeenProject["isKnown"];
  private readonly options: ProjectLintOptions;

  constructor(documents: readonly ProjectDocument[], root: ProjectDocument, options: ProjectLintOptions) {
    this.documents = documents;
    this.root = root;
    this.options = options;
    this.isKnown = options.isKnown;
    this.uses = new TemplateUses(documents, options.readVarfile);
    this.projects = environmentsOf(root).flatMap((environment) => this.resolve(environment) ?? []);
  }

  /** The project in an environment; undefined if it cannot be opened. */
  private resolve(environment: string | undefined): Project | undefined {
    const world = {
      local: NOT_KNOWN_YET,
      git: NOT_KNOWN_YET,
      command: NOT_KNOWN_YET,
      datetime: NOT_KNOWN_YET,
      secrets: NOT_KNOWN_YET,
    };
    const readVarfile: ReadVarfile = (folder, path) => {
      const found = this.options.readVarfile(folder, path);
      const file = pathWithin(folder, path);
      if (found !== undefined && file !== undefined && !this.varfiles.has(file))
        this.varfiles.set(file, new SourceText(found.text));
      return found;
    };
    const isVarfileUnknown = (file: string, field: Field) => {
      if (!this.options.isGitIgnored(file)) return false;
      this.addFault(field.error(missingVarfile(file)), true);
      return true;
    };
    let project: Project | undefined;
    try {
      project = new Project(this.documents, { ...this.options, readVarfile, isVarfileUnknown, environment, world });
      for (const { error } of project.resolve()) this.addFaults(error);
    } catch (error) {
      if (!(error instanceof VariablesError)) throw error;
      this.addFaults(error);
    }
    return project;
  }

  private addFaults(error: VariablesError | undefined): void {
    if (error !== undefined) for (const each of [error, ...error.others]) this.addFault(each, each.mayBeElsewhere);
  }

  private addFault(error: VariablesError, isIncomplete: boolean): void {
    const { file } = error;
    const document = this.documents.find((each) => each.file === file);
    const source = document?.source ?? (file === undefined ? undefined : this.varfiles.get(file));
    this.faults.push({ error, source, isIncomplete });
  }
}

function environmentsOf(root: ProjectDocument): (string | undefined)[] {
  const environments = memberOf(root.value, "environments");
  const names = (Array.isArray(environments) ? environments : []).map((environment) =>
    typeof environment === "string" ? environment : memberOf(environment, "name"),
  );
  const known = names.filter((name): name is string => typeof name === "string").slice(0, MAX_ENVIRONMENTS);
  return known.length === 0 ? [undefined] : known;
}

function idOf({ file, message, rule, start }: RawFinding & { readonly file: string }): string {
  return JSON.stringify([file, rule, start, message]);
}
