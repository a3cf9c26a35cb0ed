/** Findings in a Garden project: keys that templates miss, variables that do nothing. */

import type { ConfigDocument } from "../project/config.ts";
import type { Field } from "../project/config-field.ts";
import { Project } from "../project/project.ts";
import type { ReadVarfile } from "../project/sources.ts";
import { pathWithin } from "../project/varfile-level.ts";
import { NOT_KNOWN_YET } from "../template/context/unresolved.ts";
import { memberOf } from "../text/own-keys.ts";
import { VariablesError } from "../variables/error.ts";
import type { Node } from "../yaml/node.ts";
import { nodeAt, type Path } from "../yaml/node.ts";
import { rangesInText } from "../yaml/offset-of.ts";
import { firstLine, shownName } from "./pod-place.ts";
import { optionalSuffixes, TemplateUses } from "./project-uses.ts";
import type { RawFinding } from "./raw-finding.ts";
import { SourceText } from "./source-text.ts";

/** A config document with its text. */
export interface ProjectDocument extends ConfigDocument {
  readonly root: Node;
  readonly source: SourceText;
}

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

/** More environments of a project are not resolved, and more variables are not explained. */
const MOST_ENVIRONMENTS = 20;
const MOST_VARIABLES = 200;

/** In projects of this version, a `?` after an expression is text. */
const NO_SUFFIX = "garden.io/v2";

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
  private readonly said = new Set<string>();

  constructor(documents: readonly ProjectDocument[], options: ProjectLintOptions) {
    this.documents = documents;
    this.options = options;
  }

  run(): void {
    const project = this.documents.find(isProject);
    if (project === undefined) return;
    if (memberOf(project.value, "apiVersion") === NO_SUFFIX) this.optionalSuffixes();
    const uses = new TemplateUses(this.documents, this.options.readVarfile);
    if (uses.areAllKnown) this.unusedVariables(uses);
    this.projects = this.environments(project).flatMap((environment) => this.resolve(environment) ?? []);
    this.hiddenLevels(project, this.projects, uses);
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
      const reason = `there is no varfile ${shownName(file)}, which .gitignore covers: without it, the variables that it sets are unknown`;
      this.projectError(field.error(reason), "project-incomplete");
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
      this.projectError(error, error.mayBeElsewhere ? "project-incomplete" : "project-error");
      return;
    }
    const message = reasonOf(error);
    const [token] = /^[\w-]*/.exec(source.text.slice(offset, source.lineEnd(offset)))!;
    if (/ under (?:var|variables)\b/.test(message) && this.options.isKnown(token)) return;
    this.add(file!, { rule: "template-missing-key", start: offset, end: offset + token.length, message });
  }

  /** What keeps the project from being resolved. Without a place, it is reported at the beginning of the project document. */
  private projectError(error: VariablesError, rule: string): void {
    const source = this.sourceOf(error.file);
    if (source !== undefined && error.offset !== undefined) {
      this.add(error.file!, errorFinding(error, source, rule));
      return;
    }
    const project = this.documents.find(isProject)!;
    this.add(project.file, { rule, ...firstLine(project.source, project.root), message: error.message });
  }

  private sourceOf(file: string | undefined): SourceText | undefined {
    const document = this.documents.find((each) => each.file === file);
    return document?.source ?? (file === undefined ? undefined : this.varfiles.get(file));
  }

  private optionalSuffixes(): void {
    const message =
      "the ? after the expression is text in projects of apiVersion garden.io/v2; write a default with ||";
    for (const document of this.documents) {
      for (const { path, end } of optionalSuffixes(document.value)) {
        const [range] = rangesInText(document.source.text, document.root, path, [{ start: 0, end }]);
        this.add(document.file, { rule: "template-optional-suffix", ...range!, message });
      }
    }
  }

  private unusedVariables(uses: TemplateUses): void {
    for (const document of this.documents) {
      for (const { key, path } of declaredVariables(document)) {
        if (uses.has(key)) continue;
        const message = `no template refers to the variable ${shownName(key)}`;
        this.add(document.file, {
          rule: "template-unused-variable",
          ...this.keyRange(document, path),
          message,
          name: key,
        });
      }
    }
  }

  /** The range of a mapping's key. */
  private keyRange(document: ProjectDocument, path: Path): { start: number; end: number } {
    const parent = nodeAt(document.root, path.slice(0, -1));
    const entries = parent?.kind === "mapping" ? parent.entries : [];
    const key = entries.find((entry) => entry.key === path.at(-1) && !entry.isMerge)?.keyNode;
    return firstLine(document.source, key ?? parent ?? document.root);
  }

  /** Values of the project's variables that a level above covers, in every environment. */
  private hiddenLevels(document: ProjectDocument, projects: readonly Project[], uses: TemplateUses): void {
    const variables = memberOf(document.value, "variables");
    if (typeof variables !== "object" || variables === null || projects.length === 0) return;
    for (const key of Object.keys(variables).slice(0, MOST_VARIABLES)) {
      // A level above may take the value as a part of its own.
      if (key.startsWith("$") || uses.isUsedByVariables(key)) continue;
      const by = projects.map((project) => hidingLevel(project, key));
      if (by.some((level) => level === undefined)) continue;
      const levels = [...new Set(by)].join(", ");
      const range = this.keyRange(document, ["variables", key]);
      const message = `this value of ${shownName(key)} never counts: it is covered in every environment, by ${levels}`;
      this.add(document.file, { rule: "template-hidden-level", ...range, message, name: key });
    }
  }

  private add(file: string, finding: RawFinding): void {
    const { message, rule, start } = finding;
    // Messages about missing keys list the keys of one environment.
    const said = JSON.stringify([file, rule, start, rule === "template-missing-key" ? "" : message]);
    if (this.said.has(said)) return;
    this.said.add(said);
    const ofFile = this.findings.get(file);
    if (ofFile === undefined) this.findings.set(file, [finding]);
    else ofFile.push(finding);
  }
}

function isProject({ value }: ConfigDocument): boolean {
  return memberOf(value, "kind") === "Project";
}

/** An error as a finding, from its place to the end of the line; the error has an offset. */
export function errorFinding(error: VariablesError, source: SourceText, rule = "project-error"): RawFinding {
  const start = Math.min(error.offset!, source.text.length);
  const end = start + source.text.slice(start, source.lineEnd(start)).trimEnd().length;
  return { rule, start, end, message: reasonOf(error) };
}

/** The message without the place. */
function reasonOf({ column, file, line, message }: VariablesError): string {
  const prefix = line === undefined ? `${file}: ` : `${file}:${line}:${column}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

/** The level that covers a variable of the project's own variables; undefined if none does, or nobody knows. */
function hidingLevel(project: Project, key: string): string | undefined {
  try {
    const origins = project.explain(`var.${key}`)[0]?.origins ?? [];
    const own = origins.find(({ level }) => level === "the project's variables");
    return own?.effect === "hidden" ? origins.find(({ effect }) => effect !== "hidden")?.level : undefined;
  } catch (error) {
    if (error instanceof VariablesError) return undefined;
    throw error;
  }
}

/** The variables that a document declares: its own, and those of its environments. */
function declaredVariables({ value }: ProjectDocument): { key: string; path: Path }[] {
  const declared = (holder: unknown, path: Path) => {
    const variables = memberOf(holder, "variables");
    if (typeof variables !== "object" || variables === null || Array.isArray(variables)) return [];
    const keys = Object.keys(variables).filter((key) => !key.startsWith("$"));
    return keys.map((key) => ({ key, path: [...path, "variables", key] }));
  };
  const environments = memberOf(value, "environments");
  return [
    ...declared(value, []),
    ...(Array.isArray(environments) ? environments : []).flatMap((each, i) => declared(each, ["environments", i])),
  ];
}
