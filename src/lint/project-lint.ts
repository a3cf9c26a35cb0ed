/** Findings in a Garden project: keys that templates miss, variables that do nothing. */

import type { ConfigDocument } from "../garden/project/documents/config.ts";
import type { Field } from "../garden/project/documents/field.ts";
import type { ReadVarfile } from "../garden/project/documents/sources.ts";
import { Project } from "../garden/project/project.ts";
import { pathWithin } from "../garden/project/variables/varfiles.ts";
import { NOT_KNOWN_YET } from "../garden/template/context/unresolved.ts";
import { VariablesError } from "../garden/variables/error.ts";
import { addTo } from "../text/grouped.ts";
import { memberOf } from "../text/own-keys.ts";
import type { RawFinding } from "./finding.ts";
import { firstLine } from "./pod-place.ts";
import { TemplateUses } from "./project-uses.ts";
import type { ProjectDocument } from "./rules/project/project-document.ts";
import { errorFinding, projectError } from "./rules/project/project-error.ts";
import { missingVarfile, projectIncomplete } from "./rules/project/project-incomplete.ts";
import { hiddenLevels } from "./rules/project/template-hidden-level.ts";
import { missingKey, templateMissingKey } from "./rules/project/template-missing-key.ts";
import { NO_SUFFIX, optionalSuffixes } from "./rules/project/template-optional-suffix.ts";
import { unusedVariables } from "./rules/project/template-unused-variable.ts";
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
const MOST_ENVIRONMENTS = 20;

export function lintProject(documents: readonly ProjectDocument[], options: ProjectLintOptions): ProjectResult {
  const lint = new ProjectLint(documents, options);
  lint.run();
  return lint;
}

class ProjectLint implements ProjectResult {
  readonly findings = new Map<string, RawFinding[]>();
  readonly varfiles = new Map<string, SourceText>();
  projects: readonly Project[] = [];
  private readonly documents: readonly ProjectDocument[];
  private readonly options: ProjectLintOptions;
  private readonly reported = new Set<string>();

  constructor(documents: readonly ProjectDocument[], options: ProjectLintOptions) {
    this.documents = documents;
    this.options = options;
  }

  run(): void {
    const project = this.documents.find(isProject);
    if (project === undefined) return;
    if (memberOf(project.value, "apiVersion") === NO_SUFFIX) this.addOfEach(optionalSuffixes);
    const uses = new TemplateUses(this.documents, this.options.readVarfile);
    if (uses.areAllKnown) this.addOfEach((document) => unusedVariables(document, uses));
    this.projects = this.environments(project).flatMap((environment) => this.resolve(environment) ?? []);
    this.add(project.file, hiddenLevels(project, this.projects, uses));
  }

  private environments(project: ProjectDocument): (string | undefined)[] {
    const environments = memberOf(project.value, "environments");
    const names = (Array.isArray(environments) ? environments : []).map((environment) =>
      typeof environment === "string" ? environment : memberOf(environment, "name"),
    );
    const known = names.filter((name): name is string => typeof name === "string").slice(0, MOST_ENVIRONMENTS);
    return known.length === 0 ? [undefined] : known;
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
      this.projectError(field.error(missingVarfile(file)), projectIncomplete.id);
      return true;
    };
    let project: Project | undefined;
    try {
      project = new Project(this.documents, { ...this.options, readVarfile, isVarfileUnknown, environment, world });
      for (const { error } of project.resolve()) this.templateErrors(error);
    } catch (error) {
      if (!(error instanceof VariablesError)) throw error;
      this.templateErrors(error);
    }
    return project;
  }

  private templateErrors(error: VariablesError | undefined): void {
    if (error !== undefined) for (const each of [error, ...error.others]) this.templateError(each);
  }

  private templateError(error: VariablesError): void {
    const { code, file, offset } = error;
    const source = this.sourceOf(file);
    if (error.mayBeElsewhere || code !== "missing-key" || source === undefined || offset === undefined) {
      this.projectError(error, error.mayBeElsewhere ? projectIncomplete.id : projectError.id);
      return;
    }
    this.add(file!, missingKey(error, source, this.options.isKnown));
  }

  /** What keeps the project from being resolved. Without a place, it is reported at the beginning of the project document. */
  private projectError(error: VariablesError, rule: string): void {
    const source = this.sourceOf(error.file);
    if (source !== undefined && error.offset !== undefined) {
      this.add(error.file!, [errorFinding(error, source, rule)]);
      return;
    }
    const project = this.documents.find(isProject)!;
    this.add(project.file, [{ rule, ...firstLine(project.source, project.root), message: error.message }]);
  }

  private sourceOf(file: string | undefined): SourceText | undefined {
    const document = this.documents.find((each) => each.file === file);
    return document?.source ?? (file === undefined ? undefined : this.varfiles.get(file));
  }

  private addOfEach(findingsOf: (document: ProjectDocument) => readonly RawFinding[]): void {
    for (const document of this.documents) this.add(document.file, findingsOf(document));
  }

  private add(file: string, findings: readonly RawFinding[]): void {
    for (const finding of findings) {
      const { message, rule, start } = finding;
      // Messages about missing keys list the keys of one environment.
      const id = JSON.stringify([file, rule, start, rule === templateMissingKey.id ? "" : message]);
      if (this.reported.has(id)) continue;
      this.reported.add(id);
      addTo(this.findings, file, finding);
    }
  }
}

function isProject({ value }: ConfigDocument): boolean {
  return memberOf(value, "kind") === "Project";
}
