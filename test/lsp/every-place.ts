/** What an editor can find out about a document: every answer of the language server, at every place, as one text. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EditorWorkspace } from "./every-place-workspaces.ts";
import { type Diagnostic, type Location, MemoryClient, type Position, type Range, uriOf } from "./memory-client.ts";

interface Edits {
  readonly documentChanges?: readonly { textDocument: { uri: string }; edits: readonly Edit[] }[];
}

interface Edit {
  readonly range: Range;
  readonly newText: string;
}

interface DocumentSymbol {
  readonly name: string;
  readonly detail?: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children?: readonly DocumentSymbol[];
}

interface Action {
  readonly title: string;
  readonly isPreferred: boolean;
  readonly edit: Edits;
}

interface CompletionItem {
  readonly label: string;
  readonly detail: string;
  readonly filterText: string;
  readonly textEdit: Edit;
}

const SEVERITIES = ["", "error", "warning", "note"];

/** Opens the documents of a workspace, and reports what an editor can find out about each. @param folder empty */
export async function everyPlaceOf({ files, shown, typed = {} }: EditorWorkspace, folder: string): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const client = new MemoryClient();
  await client.initialize([folder]);
  for (const name of shown) client.open(join(folder, name), files[name]!);
  const reports: string[] = [];
  for (const name of shown) {
    const path = join(folder, name);
    let found = await client.diagnostics(path, 1);
    const text = typed[name];
    if (text !== undefined) {
      client.change(path, 2, { text });
      found = await client.diagnostics(path, 2);
    }
    const place = new EveryPlace(client, folder, path, text ?? files[name]!);
    reports.push(`== ${name}\n${await place.report(found)}\n`);
  }
  return reports.join("\n").replaceAll(process.version, "VERSION");
}

class EveryPlace {
  private readonly client: MemoryClient;
  private readonly folder: string;
  private readonly path: string;
  private readonly text: string;
  /** The first place of each list of names. */
  private readonly lists = new Map<string, string>();

  /** @param text the document, which is open in the client */
  constructor(client: MemoryClient, folder: string, path: string, text: string) {
    this.client = client;
    this.folder = folder;
    this.path = path;
    this.text = text;
  }

  async report(diagnostics: readonly Diagnostic[]): Promise<string> {
    const parts = [
      ...diagnostics.map((each) => this.diagnosticText(each)),
      ...(await this.symbols()),
      ...(await this.places()),
    ];
    return parts.map((line) => line.trimEnd()).join("\n");
  }

  private diagnosticText({ code, message, range, severity }: Diagnostic): string {
    return `${rangeText(range)} ${SEVERITIES[severity]} ${code ?? "syntax"}: ${message}`;
  }

  private async symbols(): Promise<string[]> {
    const params = { textDocument: { uri: uriOf(this.path) } };
    const found = await this.client.request<readonly DocumentSymbol[] | null>("textDocument/documentSymbol", params);
    const lines: string[] = [];
    const add = (symbols: readonly DocumentSymbol[], indent: string): void => {
      for (const { children = [], detail = "", kind, name, range, selectionRange } of symbols) {
        const places = `${rangeText(range)} (${rangeText(selectionRange)})`;
        lines.push(`${indent}symbol ${kind} ${name} ${places} ${detail}`);
        add(children, `${indent}  `);
      }
    };
    add(found ?? [], "");
    return lines;
  }

  /** Neighboring places with the same answers share a paragraph. */
  private async places(): Promise<string[]> {
    const answers: { offset: number; position: Position; answer: string }[] = [];
    for (const [offset, position] of boundaries(this.text)) {
      answers.push({ offset, position, answer: (await this.answersAt(position)).join("\n") });
    }
    const lines: string[] = [];
    let before = "";
    let from = 0;
    for (const [i, { answer, offset, position }] of answers.entries()) {
      if (answer !== before) from = i;
      if (answer !== "" && answer !== answers[i + 1]?.answer) {
        const first = answers[from]!;
        const covered = JSON.stringify(this.text.slice(first.offset, offset));
        lines.push(`\n${positionText(first.position)} to ${positionText(position)} ${covered}`, answer);
      }
      before = answer;
    }
    return lines;
  }

  private async answersAt(position: Position): Promise<string[]> {
    const symbol = await this.symbolAt(position);
    const actions = await this.actionsAt(position);
    return [...symbol, ...actions, ...(await this.completionAt(position))];
  }

  private async symbolAt(position: Position): Promise<string[]> {
    const { client, path } = this;
    const hover = await client.ask<{ contents: { value: string }; range: Range } | null>("hover", path, position);
    if (hover === null) return [];
    const definition = await client.ask<readonly Location[]>("definition", path, position);
    const references = (includeDeclaration: boolean) =>
      client.ask<readonly Location[]>("references", path, position, { context: { includeDeclaration } });
    const all = this.locations(await references(true));
    const uses = this.locations(await references(false));
    const [first, ...more] = hover.contents.value.split("\n");
    return [
      `  hover ${rangeText(hover.range)}: ${first}`,
      ...more.map((line) => `    ${line}`),
      `  definition: ${this.locations(definition)}`,
      `  references: ${all}`,
      ...(all === uses ? [] : [`  without declarations: ${uses}`]),
      ...(await this.renamingAt(position)),
    ];
  }

  private async renamingAt(position: Position): Promise<string[]> {
    const { client, path } = this;
    const renaming = await client.ask<{ range: Range; placeholder: string; error?: string } | null>(
      "prepareRename",
      path,
      position,
    );
    if (renaming === null) return [];
    if (renaming.error !== undefined) return [`  no rename: ${renaming.error}`];
    const edit = await client.ask<Edits & { error?: string }>("rename", path, position, { newName: "NEW" });
    return [`  rename ${rangeText(renaming.range)} ${renaming.placeholder}: ${edit.error ?? this.edits(edit)}`];
  }

  private async actionsAt(position: Position): Promise<string[]> {
    const textDocument = { uri: uriOf(this.path) };
    const params = { textDocument, range: { start: position, end: position }, context: { diagnostics: [] } };
    const actions = await this.client.request<readonly Action[] | null>("textDocument/codeAction", params);
    return (actions ?? []).map(({ edit, isPreferred, title }) => {
      return `  action${isPreferred ? " (preferred)" : ""}: ${title}: ${this.edits(edit)}`;
    });
  }

  /** The same names are listed once. */
  private async completionAt(position: Position): Promise<string[]> {
    const found = await this.client.ask<readonly CompletionItem[] | null>("completion", this.path, position);
    if (found === null) return [];
    const [first] = found;
    if (first === undefined) return ["  completion: no names"];
    const names = found.map(({ detail, filterText, label, textEdit }) => {
      const written = textEdit.newText === label ? "" : ` as ${textEdit.newText}`;
      const filtered = filterText === label ? "" : `, which replaces ${filterText}`;
      return `    ${label}${written}${filtered}: ${detail}`.trimEnd();
    });
    const list = names.join("\n");
    const before = this.lists.get(list);
    const range = rangeText(first.textEdit.range);
    if (before !== undefined) return [`  completion ${range}: the names at ${before}`];
    this.lists.set(list, positionText(position));
    return [`  completion ${range}:`, ...names];
  }

  private locations(locations: readonly Location[]): string {
    return locations.map(({ range, uri }) => `${this.short(uri)} ${rangeText(range)}`).join(", ") || "none";
  }

  private edits({ documentChanges = [] }: Edits): string {
    return documentChanges
      .flatMap(({ edits, textDocument }) => {
        const file = textDocument.uri === uriOf(this.path) ? "" : `${this.short(textDocument.uri)} `;
        return edits.map(({ newText, range }) => `${file}${rangeText(range)} ${JSON.stringify(newText)}`);
      })
      .join(", ");
  }

  private short(uri: string): string {
    return uri.replace(`${uriOf(this.folder)}/`, "");
  }
}

/** The beginning, the middle, and the end of each word, and the places around other characters, with their offsets. */
function boundaries(text: string): [offset: number, position: Position][] {
  const found = new Set([0, text.length]);
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{N}_]+| +|\P{L}/gu)) {
    found.add(index);
    if (/^[\p{L}\p{N}_]{2}/u.test(token)) found.add(index + 1);
  }
  return [...found]
    .sort((a, b) => a - b)
    .map((offset) => {
      const before = text.slice(0, offset).split(/\r\n?|\n/);
      return [offset, { line: before.length - 1, character: before.at(-1)!.length }];
    });
}

function positionText({ character, line }: Position): string {
  return `${line}:${character}`;
}

function rangeText({ end, start }: Range): string {
  return `${positionText(start)}-${end.line === start.line ? end.character : positionText(end)}`;
}
