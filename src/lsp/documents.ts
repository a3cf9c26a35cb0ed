/** The open documents of a client and their views. */

import { Location, type Range, type TextDocuments } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { TextRange } from "../lint/finding.ts";
import { Positions } from "../text/position.ts";
import { printable } from "../text/printable.ts";
import type { LanguageHost } from "./host.ts";
import type { OpenTexts } from "./open-texts.ts";
import type { Place } from "./places.ts";
import type { TextView } from "./view.ts";

/** In UTF-16 code units. Longer texts are not linted. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/** An open document and its view. */
export interface SeenDocument {
  readonly document: TextDocument;
  readonly text: string;
  readonly view: TextView;
  /** The length of the byte order mark before the text: 0 or 1. */
  readonly mark: number;
}

export class SeenDocuments {
  /** The URIs of the workspace folders. */
  folders: readonly string[] = [];
  private readonly host: LanguageHost;
  private readonly documents: TextDocuments<TextDocument>;
  private readonly texts: OpenTexts;
  /** The URIs of documents whose texts have changed. */
  private readonly changed = new Set<string>();

  constructor(host: LanguageHost, documents: TextDocuments<TextDocument>, texts: OpenTexts) {
    this.host = host;
    this.documents = documents;
    this.texts = texts;
  }

  /** The document with its current text; undefined if it is not open or not a file. */
  at(uri: string): SeenDocument | undefined {
    const document = this.documents.get(uri);
    const name = this.host.nameOf(uri);
    if (document === undefined || name === undefined) return undefined;
    this.update();
    const view = this.texts.view(name)!;
    const mark = document.getText().startsWith("\ufeff");
    return { document, text: this.texts.textOf(name)!, view, mark: mark ? 1 : 0 };
  }

  change(uri: string): void {
    this.changed.add(uri);
  }

  locations(places: readonly Place[]): Location[] {
    return places.flatMap((place) => {
      const uri = this.host.uriOf(place.name);
      const open = this.at(uri);
      const text = this.texts.textOf(place.name);
      if (open !== undefined) return Location.create(uri, rangeIn(open, place));
      if (text === undefined) return [];
      const document = TextDocument.create(uri, "", 0, text);
      return Location.create(uri, { start: document.positionAt(place.start), end: document.positionAt(place.end) });
    });
  }

  /** `k8s/shop.yaml:24:11`, from the workspace's folder. */
  placeText({ name, start }: Place): string {
    const roots = this.folders
      .flatMap((uri) => this.host.nameOf(uri) ?? [])
      .map((root) => `${root.replace(/\/$/, "")}/`);
    const root = roots.filter((each) => name.startsWith(each)).sort((a, b) => b.length - a.length)[0] ?? "";
    const { line, column } = new Positions(this.texts.textOf(name) ?? "").at(start);
    return printable(`${name.slice(root.length)}:${line}:${column}`, 1000);
  }

  /** Applies all changes, because each text can affect the others. */
  private update(): void {
    for (const uri of this.changed) {
      const document = this.documents.get(uri);
      const name = this.host.nameOf(uri);
      if (document === undefined || name === undefined) continue;
      const text = document.getText();
      this.texts.set(name, text.length > MAX_TEXT_LENGTH ? "" : text.replace(/^\ufeff/, ""));
    }
    this.changed.clear();
  }
}

export function rangeIn({ document, mark }: SeenDocument, { start, end }: TextRange): Range {
  return { start: document.positionAt(start + mark), end: document.positionAt(end + mark) };
}
