/** A project and its texts at one time: findings, and what its templates see. */

import type { Source, VarfileText } from "../../garden/project/documents/sources.ts";
import type { Project } from "../../garden/project/project.ts";
import type { ProjectScan } from "../../garden/project/project-scan.ts";
import { VariablesError } from "../../garden/variables/error.ts";
import { varfileFormat } from "../../garden/variables/varfile.ts";
import { parseYamlDocuments, placesIn, varfileRoot } from "../../garden/variables/yaml.ts";
import type { RawFinding } from "../../lint/finding.ts";
import { lintProject } from "../../lint/project-lint.ts";
import type { ProjectDocument } from "../../lint/rules/project/project-document.ts";
import { SourceText } from "../../lint/source-text.ts";
import { getOrAdd } from "../../text/grouped.ts";
import type { Node } from "../../yaml/node.ts";
import { type FoundTemplates, type TemplateUse, templatesIn } from "./template-uses.ts";

/** Access to the files of a project. */
export interface ProjectFiles {
  varfile(within: string, path: string): { readonly file: string; readonly text: string | undefined };
  hasFile(path: string): boolean;
  isGitIgnored(path: string): boolean;
  isKnown(name: string): boolean;
}

/** A document of a config file, or the content of a varfile. */
export interface SnapshotDocument {
  readonly file: string;
  readonly root: Node;
  /** The key for the project's contexts. */
  readonly where: Source | string;
}

export class ProjectSnapshot {
  readonly configs: ReadonlyMap<string, ConfigText>;
  readonly findings: ReadonlyMap<string, readonly RawFinding[]>;
  /** The files that were read, and varfiles that do not exist. */
  readonly files = new Set<string>();
  private readonly projects: readonly Project[];
  private readonly varfiles = new Map<string, string>();
  private readonly documents = new Map<string, readonly SnapshotDocument[]>();
  private readonly templates = new Map<SnapshotDocument, FoundTemplates>();

  constructor(configs: readonly ConfigText[], { varfile, ...files }: ProjectFiles) {
    this.configs = new Map(configs.map((config) => [config.file, config]));
    for (const { file } of configs) this.files.add(file);
    const readVarfile = (within: string, path: string): VarfileText | undefined => {
      const { file, text } = varfile(within, path);
      this.files.add(file);
      if (text === undefined) return undefined;
      this.varfiles.set(file, text);
      return varfileFormat(path) === "dotenv" ? { text } : { text, placeOf: placesIn(text, () => varfileRoot(text)) };
    };
    const documents: ProjectDocument[] = configs.flatMap((config) => config.documents);
    // Without the documents of a broken file, errors about missing documents would be wrong.
    const isPartial = configs.some((config) => config.error !== undefined && config.documents.length === 0);
    const { findings, projects } = lintProject(isPartial ? [] : documents, { readVarfile, ...files });
    this.findings = findings;
    this.projects = projects;
  }

  /** Whether the project can be opened in at least one of its environments. */
  get isOpen(): boolean {
    return this.projects.length > 0;
  }

  /** The project in each of its environments. */
  get scans(): readonly ProjectScan[] {
    return this.projects.map((project) => project.scan);
  }

  has(file: string): boolean {
    return this.configs.has(file) || (this.varfiles.has(file) && varfileFormat(file) !== "dotenv");
  }

  /** The text that places refer to. */
  textOf(file: string): string | undefined {
    return this.configs.get(file)?.source.text ?? this.varfiles.get(file);
  }

  documentsOf(file: string): readonly SnapshotDocument[] {
    return getOrAdd(this.documents, file, () => {
      const config = this.configs.get(file);
      if (config !== undefined) return config.documents.map((each) => ({ file, root: each.root, where: each }));
      const text = this.varfiles.get(file);
      const isRead = text !== undefined && varfileFormat(file) !== "dotenv";
      const root = isRead ? varfileRoot(text) : undefined;
      return root === undefined ? [] : [{ file, root, where: file }];
    });
  }

  /** The document at an offset in a file's text. */
  documentAt(file: string, offset: number): SnapshotDocument | undefined {
    const documents = this.documentsOf(file);
    return documents.findLast(({ root }) => root.start <= offset) ?? documents[0];
  }

  templatesOf(document: SnapshotDocument): FoundTemplates {
    return getOrAdd(this.templates, document, () => templatesIn(this.textOf(document.file)!, document.root));
  }

  /** All lookups of the project. */
  *uses(): Generator<{ readonly document: SnapshotDocument; readonly use: TemplateUse }> {
    for (const file of this.files) {
      for (const document of this.documentsOf(file)) {
        for (const use of this.templatesOf(document).uses) yield { document, use };
      }
    }
  }
}

export class ConfigText {
  readonly file: string;
  readonly text: string;
  /** The syntax error, if there is one. */
  readonly error: VariablesError | undefined;
  /** The text, or its last version without a syntax error. */
  readonly source: SourceText;
  /** The documents of the source. */
  readonly documents: readonly ProjectDocument[];

  constructor(file: string, text: string, before: ConfigText | undefined) {
    this.file = file;
    this.text = text;
    let source = new SourceText(text);
    let documents: readonly ProjectDocument[] = [];
    try {
      documents = parseYamlDocuments(text, file).map((root) => ({
        file,
        root,
        source,
        value: root.value,
        placeOf: placesIn(text, () => root),
      }));
    } catch (error) {
      if (!(error instanceof VariablesError)) throw error;
      this.error = error;
      source = before?.source ?? source;
      documents = before?.documents ?? [];
    }
    this.source = source;
    this.documents = documents;
  }
}
