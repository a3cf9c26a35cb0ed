/** The language server: what people see of a text, in the words of the Language Server Protocol. */

import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  createConnection,
  type Diagnostic,
  DiagnosticSeverity,
  DidChangeWatchedFilesNotification,
  type Hover,
  type InitializeParams,
  type InitializeResult,
  type Location,
  MarkupKind,
  MessageType,
  type Range,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Severity } from "../lint/finding.ts";
import type { TextRange } from "../lint/pod-place.ts";
import { Positions } from "../text/position.ts";
import { printable } from "../text/printable.ts";
import { completionAt } from "./completion.ts";
import type { LanguageHost } from "./host.ts";
import { hoverLines } from "./hover.ts";
import { OpenTexts } from "./open-texts.ts";
import type { Place } from "./places.ts";
import type { Symbol, TextView, VisibleName } from "./view.ts";

/** What counts as a change: nobody types faster, and a client that sends a change for each word is no faster either. */
const QUIET = 20;
/** In UTF-16 code units; longer texts are left to `varexpand lint`. */
const LONGEST_TEXT = 4 * 1024 * 1024;
const MOST_DIAGNOSTICS = 1000;
const MOST_COMPLETIONS = 1000;
const SOURCE = "varexpand";

const WATCHED = ["**/*.{yaml,yml,json,env}", "**/.env*", "**/Kustomization"];

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
};

/** Serves a client until it says that it ends, or its pipe closes: then the process ends. */
export function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, host: LanguageHost): void {
  new LanguageServer(createConnection(input, output), host).listen();
}

/** A document of the client with what people see of it. */
interface Seen {
  readonly name: string;
  readonly document: TextDocument;
  readonly text: string;
  readonly view: TextView;
  /** How many units of a byte order mark the document has in front of the text. */
  readonly mark: number;
}

class LanguageServer {
  private readonly connection: ReturnType<typeof createConnection>;
  private readonly host: LanguageHost;
  private readonly documents = new TextDocuments(TextDocument);
  private readonly texts: OpenTexts;
  /** The versions that the texts have. */
  private readonly versions = new Map<string, number>();
  private readonly dirty = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private folders: string[] = [];
  private takesMarkdown = false;
  private canWatch = false;
  private hasFolders = false;

  constructor(connection: ReturnType<typeof createConnection>, host: LanguageHost) {
    this.connection = connection;
    this.host = host;
    this.texts = new OpenTexts(host);
  }

  listen(): void {
    const { connection, documents } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => this.initialized());
    documents.onDidChangeContent(({ document }) => this.touch(document.uri));
    documents.onDidSave(({ document }) => this.refresh([document.uri]));
    documents.onDidClose(({ document }) => this.close(document));
    connection.onDidChangeWatchedFiles(({ changes }) => this.refresh(changes.map(({ uri }) => uri)));
    connection.onHover(({ textDocument, position }) => {
      return this.at(textDocument.uri, position, (seen, offset) => this.hover(seen, offset));
    });
    connection.onDefinition(({ textDocument, position }) => {
      return this.at(textDocument.uri, position, ({ view }, offset) => {
        const symbol = view.symbolAt(offset);
        return symbol && this.locations(targetsOf(symbol));
      });
    });
    connection.onReferences(({ context, position, textDocument }) => {
      return this.at(textDocument.uri, position, ({ view }, offset) => {
        const symbol = view.symbolAt(offset);
        if (symbol === undefined) return undefined;
        const declared = context.includeDeclaration ? [] : declarationsOf(symbol);
        const isDeclared = (place: Place) => declared.some((each) => isSame(each, place));
        return this.locations(symbol.references().filter((place) => !isDeclared(place)));
      });
    });
    connection.onCompletion(({ position, textDocument }) => {
      return this.at(textDocument.uri, position, (seen, offset) => this.completions(seen, offset));
    });
    connection.onCodeAction(({ range, textDocument }) => {
      return this.at(textDocument.uri, range.start, (seen, start) => {
        return this.actions(seen, { start, end: seen.document.offsetAt(range.end) - seen.mark });
      });
    });
    documents.listen(connection);
    connection.listen();
  }

  private initialize({ capabilities, workspaceFolders }: InitializeParams): InitializeResult {
    this.folders = (workspaceFolders ?? []).map(({ uri }) => uri);
    this.takesMarkdown = capabilities.textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) === true;
    this.canWatch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    const encodings = capabilities.general?.positionEncodings;
    this.hasFolders = capabilities.workspace?.workspaceFolders === true;
    return {
      serverInfo: { name: SOURCE, version: this.host.version },
      capabilities: {
        ...(encodings && { positionEncoding: "utf-16" }),
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        completionProvider: { triggerCharacters: ["("] },
        ...(this.hasFolders && { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } }),
      },
    };
  }

  private initialized(): void {
    if (this.canWatch) {
      const watchers = WATCHED.map((globPattern) => ({ globPattern }));
      // A client that refuses tells of changes when it saves.
      this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => {});
    }
    if (!this.hasFolders) return;
    this.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      this.folders = [...this.folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
    });
  }

  /** The document's name, if it is one to look at, with the text that the client has now. */
  private seen(uri: string): Seen | undefined {
    const document = this.documents.get(uri);
    const name = this.host.nameOf(uri);
    if (document === undefined || name === undefined) return undefined;
    if (this.versions.get(uri) !== document.version || this.texts.view(name) === undefined) {
      const text = document.getText();
      this.texts.set(name, text.length > LONGEST_TEXT ? "" : text.replace(/^\ufeff/, ""));
      this.versions.set(uri, document.version);
    }
    const view = this.texts.view(name)!;
    const mark = document.getText({ start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }) === "\ufeff";
    return { name, document, text: this.texts.textOf(name)!, view, mark: mark ? 1 : 0 };
  }

  private at<T>(
    uri: string,
    position: Range["start"],
    action: (seen: Seen, offset: number) => T | undefined,
  ): T | null {
    const seen = this.seen(uri);
    return (seen && action(seen, seen.document.offsetAt(position) - seen.mark)) ?? null;
  }

  private hover(seen: Seen, offset: number): Hover | undefined {
    const symbol = seen.view.symbolAt(offset);
    if (symbol === undefined) return undefined;
    const text = hoverLines(symbol, (place) => this.placeText(place)).join("\n");
    const contents = this.takesMarkdown
      ? { kind: MarkupKind.Markdown, value: fenced(text) }
      : { kind: MarkupKind.PlainText, value: text };
    return { contents, range: rangeIn(seen, symbol) };
  }

  private completions(seen: Seen, offset: number): CompletionItem[] | undefined {
    const found = completionAt(seen.text, seen.view, offset);
    if (found === undefined) return undefined;
    const range = rangeIn(seen, found);
    return found.names.slice(0, MOST_COMPLETIONS).map(({ definition, name }: VisibleName) => ({
      label: name,
      kind: CompletionItemKind.Variable,
      detail: printable([definition.value, definition.from].filter((each) => each !== undefined).join("  ")),
      filterText: name,
      textEdit: { range, newText: `${name})` },
    }));
  }

  private actions(seen: Seen, { start, end }: TextRange): CodeAction[] {
    const { document, view } = seen;
    const touched = view.findings.filter(
      (found) => found.fix !== undefined && found.start <= end && found.end >= start,
    );
    return touched.slice(0, 20).flatMap((found) => {
      const fix = view.fixOf(found);
      if (fix === undefined) return [];
      const edits = fix.edits.map((edit) => ({ range: rangeIn(seen, edit), newText: edit.text }));
      const change = { textDocument: { uri: document.uri, version: document.version }, edits };
      return {
        title: `${found.finding.rule}: ${fix.description}`,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnosticOf(seen, found)],
        isPreferred: true,
        edit: { documentChanges: [change] },
      };
    });
  }

  /** Something of a document has changed: what is around it is looked at when the client is quiet. */
  private touch(uri: string): void {
    const name = this.host.nameOf(uri);
    if (name === undefined) return;
    this.dirty.add(this.host.worldOf(name));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.publish(), QUIET);
  }

  private refresh(uris: readonly string[]): void {
    const names = uris.flatMap((uri) => this.host.nameOf(uri) ?? []);
    const worlds = this.texts.refresh(names);
    // What is open counts, not the file.
    for (const world of worlds) this.dirty.add(world);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.publish(), QUIET);
  }

  private close({ uri }: TextDocument): void {
    const name = this.host.nameOf(uri);
    this.versions.delete(uri);
    if (name === undefined) return;
    this.texts.close(name);
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    this.touch(uri);
  }

  private publish(): void {
    const worlds = new Set(this.dirty);
    this.dirty.clear();
    for (const { uri } of this.documents.all()) {
      const name = this.host.nameOf(uri);
      if (name === undefined || !worlds.has(this.host.worldOf(name))) continue;
      this.publishOne(uri);
    }
    for (const problem of this.host.problems()) {
      const told = { type: MessageType.Warning as MessageType, message: `varexpand: ${problem}` };
      void this.connection.sendNotification(ShowMessageNotification.type, told);
    }
  }

  private publishOne(uri: string): void {
    try {
      const seen = this.seen(uri);
      if (seen === undefined) return;
      const { document, view } = seen;
      const problems = view.problems.map((problem): Diagnostic => {
        const severity = DiagnosticSeverity.Error;
        return { range: rangeIn(seen, problem), severity, source: SOURCE, message: printable(problem.message) };
      });
      const findings = view.findings.map((found) => diagnosticOf(seen, found));
      const diagnostics = [...tooLong(document), ...problems, ...findings].slice(0, MOST_DIAGNOSTICS);
      void this.connection.sendDiagnostics({ uri, version: document.version, diagnostics });
    } catch (error) {
      // No stack: it may hold a path or a value of the user's.
      this.connection.console.error(`varexpand: internal error: ${printable(`${error}`)}; please report this line`);
    }
  }

  private locations(places: readonly Place[]): Location[] {
    return places.flatMap((place) => {
      const uri = this.host.uriOf(place.name);
      const open = this.seen(uri);
      const text = this.texts.textOf(place.name);
      if (open !== undefined) return { uri, range: rangeIn(open, place) };
      if (text === undefined) return [];
      const document = TextDocument.create(uri, "", 0, text);
      return { uri, range: { start: document.positionAt(place.start), end: document.positionAt(place.end) } };
    });
  }

  /** `k8s/shop.yaml:24:11`, from the workspace's folder. */
  private placeText({ name, start }: Place): string {
    const roots = this.folders
      .flatMap((uri) => this.host.nameOf(uri) ?? [])
      .map((root) => `${root.replace(/\/$/, "")}/`);
    const root = roots.filter((each) => name.startsWith(each)).sort((a, b) => b.length - a.length)[0] ?? "";
    const { line, column } = new Positions(this.texts.textOf(name) ?? "").at(start);
    return printable(`${name.slice(root.length)}:${line}:${column}`, 1000);
  }
}

function rangeIn({ document, mark }: Seen, { start, end }: TextRange): Range {
  return { start: document.positionAt(start + mark), end: document.positionAt(end + mark) };
}

/** What is not looked at is told. */
function tooLong(document: TextDocument): Diagnostic[] {
  if (document.getText().length <= LONGEST_TEXT) return [];
  const start = { line: 0, character: 0 };
  const message = `the text has more than ${LONGEST_TEXT} characters; run varexpand lint`;
  return [{ range: { start, end: start }, severity: DiagnosticSeverity.Information, source: SOURCE, message }];
}

function diagnosticOf(seen: Seen, found: TextView["findings"][number]): Diagnostic {
  const { message, rule, severity } = found.finding;
  return { range: rangeIn(seen, found), severity: SEVERITIES[severity], code: rule, source: SOURCE, message };
}

/** Where a variable is defined: of a use the entry, of an entry what it takes the value from. */
function targetsOf({ definitions, use }: Symbol): Place[] {
  if (use?.declaration !== undefined) return [use.declaration];
  const [first] = definitions;
  if (first === undefined) return [];
  const { entry, isWhole, source } = first;
  const inOrder = use !== undefined && isWhole ? [entry, source] : [source, entry];
  return inOrder.flatMap((place) => place ?? []).slice(0, 1);
}

function declarationsOf({ definitions, use }: Symbol): Place[] {
  return [...definitions.flatMap(({ entry, source }) => [entry, source]), use?.declaration].flatMap(
    (place) => place ?? [],
  );
}

function isSame(a: Place, b: Place): boolean {
  return a.name === b.name && a.start === b.start;
}

/** A text in Markdown, as it is. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
