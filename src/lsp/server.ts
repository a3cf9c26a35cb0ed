/** The language server. */

import {
  CodeActionKind,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  MarkupKind,
  MessageType,
  type Range,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { printable } from "../text/printable.ts";
import {
  actionsIn,
  completionsAt,
  diagnosticsOf,
  hoverAt,
  preparedRename,
  referencesOf,
  renamed,
  SOURCE,
  symbolsOf,
  targetsOf,
} from "./answers.ts";
import { type SeenDocument, SeenDocuments } from "./documents.ts";
import type { LanguageHost } from "./host.ts";
import { OpenTexts } from "./open-texts.ts";

/** Diagnostics are published after this many milliseconds without changes. */
const QUIET = 5;

/** Creates and changes documents. The library does not check the parameters of a message. */
const DOCUMENTS = {
  create(uri: unknown, language: string, version: number, text: unknown): TextDocument {
    if (typeof uri !== "string" || typeof text !== "string") throw new TypeError("a document needs a URI and a text");
    return TextDocument.create(uri, language, version, text);
  },
  update(document: TextDocument, changes: Parameters<typeof TextDocument.update>[1], version: number): TextDocument {
    if (changes.some(({ text }) => typeof text !== "string")) throw new TypeError("a change needs a text");
    return TextDocument.update(document, changes, version);
  },
};

const WATCHED = ["**/*.{yaml,yml,json,env}", "**/.env*", "**/Kustomization", "**/.gardenignore"];

/** Serves a client until it exits or closes the connection. */
export function serve(connection: Connection, host: LanguageHost): void {
  new LanguageServer(connection, host).listen();
}

class LanguageServer {
  private readonly connection: Connection;
  private readonly host: LanguageHost;
  private readonly documents = new TextDocuments(DOCUMENTS);
  private readonly texts: OpenTexts;
  private readonly seen: SeenDocuments;
  private readonly dirty = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private takesMarkdown = false;
  private canWatch = false;
  private hasFolders = false;

  constructor(connection: Connection, host: LanguageHost) {
    this.connection = connection;
    this.host = host;
    this.texts = new OpenTexts(host);
    this.seen = new SeenDocuments(host, this.documents, this.texts);
  }

  listen(): void {
    const { connection, documents, seen } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => this.initialized());
    documents.onDidChangeContent(({ document }) => {
      seen.change(document.uri);
      this.touch(document.uri);
    });
    documents.onDidSave(({ document }) => this.refresh([document.uri]));
    documents.onDidClose(({ document }) => this.close(document));
    connection.onDidChangeWatchedFiles(({ changes }) => this.refresh(changes.map(({ uri }) => uri)));
    connection.onHover(({ textDocument, position }) => {
      const placeText = (place: Parameters<SeenDocuments["placeText"]>[0]) => seen.placeText(place);
      return this.at(textDocument.uri, position, (at, offset) => hoverAt(at, offset, placeText, this.takesMarkdown));
    });
    connection.onDefinition(({ textDocument, position }) => {
      return this.at(textDocument.uri, position, ({ view }, offset) => {
        const symbol = view.symbolAt(offset);
        return symbol && seen.locations(targetsOf(symbol));
      });
    });
    connection.onReferences(({ context, position, textDocument }) => {
      return this.at(textDocument.uri, position, ({ view }, offset) => {
        const symbol = view.symbolAt(offset);
        return symbol && seen.locations(referencesOf(symbol, context.includeDeclaration));
      });
    });
    connection.onCompletion(({ position, textDocument }) => this.at(textDocument.uri, position, completionsAt));
    connection.onPrepareRename(({ position, textDocument }) => this.at(textDocument.uri, position, preparedRename));
    connection.onRenameRequest(({ newName, position, textDocument }) => {
      return this.at(textDocument.uri, position, (at, offset) => renamed(at, offset, newName));
    });
    connection.onDocumentSymbol(({ textDocument }) => {
      const document = seen.at(textDocument.uri);
      return document === undefined ? null : symbolsOf(document);
    });
    connection.onCodeAction(({ range, textDocument }) => {
      return this.at(textDocument.uri, range.start, (at, start) => {
        return actionsIn(at, { start, end: at.document.offsetAt(range.end) - at.mark });
      });
    });
    documents.listen(connection);
    connection.listen();
  }

  private initialize({ capabilities, workspaceFolders }: InitializeParams): InitializeResult {
    this.seen.folders = (workspaceFolders ?? []).map(({ uri }) => uri);
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
        documentSymbolProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        completionProvider: { triggerCharacters: ["(", "{", "."] },
        ...(this.hasFolders && { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } }),
      },
    };
  }

  private initialized(): void {
    if (this.canWatch) {
      const watchers = WATCHED.map((globPattern) => ({ globPattern }));
      // A client that refuses still reports changes when it saves.
      this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => {});
    }
    if (!this.hasFolders) return;
    this.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      const { folders } = this.seen;
      this.seen.folders = [...folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
    });
  }

  private at<T>(
    uri: string,
    position: Range["start"],
    action: (seen: SeenDocument, offset: number) => T | undefined,
  ): T | null {
    const seen = this.seen.at(uri);
    return (seen && action(seen, seen.document.offsetAt(position) - seen.mark)) ?? null;
  }

  /** Publishes diagnostics for the documents that a change can affect. */
  private touch(uri: string): void {
    const name = this.host.nameOf(uri);
    if (name !== undefined) this.publishSoon(this.texts.around(name));
  }

  private refresh(uris: readonly string[]): void {
    this.publishSoon(this.texts.refresh(uris.flatMap((uri) => this.host.nameOf(uri) ?? [])));
  }

  private close({ uri }: TextDocument): void {
    const name = this.host.nameOf(uri);
    if (name === undefined) return;
    this.texts.close(name);
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    // The file counts again, as if it had just been saved.
    this.refresh([uri]);
  }

  private publishSoon(around: readonly string[]): void {
    for (const each of around) this.dirty.add(each);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.publish(), QUIET);
  }

  private publish(): void {
    const dirty = new Set(this.dirty);
    this.dirty.clear();
    for (const { uri } of this.documents.all()) {
      const name = this.host.nameOf(uri);
      if (name !== undefined && this.texts.around(name).some((each) => dirty.has(each))) this.publishOne(uri);
    }
    for (const problem of this.host.problems()) {
      const warning = { type: MessageType.Warning as MessageType, message: `varexpand: ${problem}` };
      void this.connection.sendNotification(ShowMessageNotification.type, warning);
    }
  }

  private publishOne(uri: string): void {
    try {
      const seen = this.seen.at(uri);
      if (seen === undefined) return;
      const { version } = seen.document;
      void this.connection.sendDiagnostics({ uri, version, diagnostics: diagnosticsOf(seen) });
    } catch (error) {
      // Without a stack, which can contain a path or a value of the user.
      this.connection.console.error(`varexpand: internal error: ${printable(`${error}`)}; please report this line`);
    }
  }
}
