/** A project as its texts were at one time: findings, and what its templates see. */

import { lintProject } from "../../lint/project-lint.ts";
import type { RawFinding } from "../../lint/raw-finding.ts";
import type { ProjectDocument } from "../../lint/rules/project/project-document.ts";
import type { ProjectLook } from "../../project/look.ts";
import type { Project } from "../../project/project.ts";
import type { Source, VarfileText } from "../../project/sources.ts";
import { placesIn, varfileRoot } from "../../variables/places.ts";
import { varfileFormat } from "../../variables/varfile.ts";
import type { Node } from "../../yaml/node.ts";
import type { ConfigText } from "./config-text.ts";
import { type FoundTemplates, type TemplateUse, templatesIn } from "./template-uses.ts";

/** What a picture asks of the files around it. */
export interface ProjectFiles {
  varfile(within: string, path: string): { readonly file: string; readonly text: string | undefined };
  hasFile(path: string): boolean;
  isGitIgnored(path: string): boolean;
  isKnown(name: string): boolean;
}

/** A document of a config file, or what a varfile holds. */
export interface PicturedDocument {
  readonly file: string;
  readonly root: Node;
  /** How the project knows it. */
  readonly where: Source | string;
}

export class ProjectPicture {
  readonly configs: ReadonlyMap<string, ConfigText>;
  readonly findings: ReadonlyMap<string, readonly RawFinding[]>;
  /** The files that it was made of, and varfiles that are not there. */
  readonly files = new Set<string>();
  private readonly projects: readonly Project[];
  private readonly varfiles = new Map<string, string>();
  private readonly documents = new Map<string, readonly PicturedDocument[]>();
  private readonly templates = new Map<PicturedDocument, FoundTemplates>();

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
    // Without the documents of a broken file, errors about missing documents would be false.
    const isPartial = configs.some((config) => config.error !== undefined && config.documents.length === 0);
    const { findings, projects } = lintProject(isPartial ? [] : documents, { readVarfile, ...files });
    this.findings = findings;
    this.projects = projects;
  }

  /** Whether the project can be opened, in one of its environments at least. */
  get isOpen(): boolean {
    return this.projects.length > 0;
  }

  /** The project in its environments. */
  get looks(): readonly ProjectLook[] {
    return this.projects.map((project) => project.look);
  }

  has(file: string): boolean {
    return this.configs.has(file) || (this.varfiles.has(file) && varfileFormat(file) !== "dotenv");
  }

  /** The text that places are in. */
  textOf(file: string): string | undefined {
    return this.configs.get(file)?.source.text ?? this.varfiles.get(file);
  }

  documentsOf(file: string): readonly PicturedDocument[] {
    let found = this.documents.get(file);
    if (found === undefined) {
      const config = this.configs.get(file);
      const text = this.varfiles.get(file);
      if (config !== undefined) found = config.documents.map((each) => ({ file, root: each.root, where: each }));
      else {
        const isRead = text !== undefined && varfileFormat(file) !== "dotenv";
        const root = isRead ? varfileRoot(text) : undefined;
        found = root === undefined ? [] : [{ file, root, where: file }];
      }
      this.documents.set(file, found);
    }
    return found;
  }

  /** The document that an offset into a file's text is in. */
  documentAt(file: string, offset: number): PicturedDocument | undefined {
    const documents = this.documentsOf(file);
    return documents.findLast(({ root }) => root.start <= offset) ?? documents[0];
  }

  templatesOf(document: PicturedDocument): FoundTemplates {
    let found = this.templates.get(document);
    if (found === undefined) {
      found = templatesIn(this.textOf(document.file)!, document.root);
      this.templates.set(document, found);
    }
    return found;
  }

  /** Every lookup of the project. */
  *uses(): Generator<{ readonly document: PicturedDocument; readonly use: TemplateUse }> {
    for (const file of this.files) {
      for (const document of this.documentsOf(file)) {
        for (const use of this.templatesOf(document).uses) yield { document, use };
      }
    }
  }
}
