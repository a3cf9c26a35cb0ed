/** The language server in this process, as an editor sees it: messages of the protocol in streams of memory. */
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { createConnection } from "vscode-languageserver/node";
import { FileHost } from "../../src/cli/commands/lsp/host.ts";
import type { CommandIo } from "../../src/cli/frame/io.ts";
import { serve } from "../../src/lsp/server.ts";

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

export interface Diagnostic {
  readonly range: Range;
  readonly severity: number;
  readonly code?: string;
  readonly message: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const IO: CommandIo = {
  read: () => 0,
  write() {},
  report() {},
  statusOf: () => undefined,
  showProgress: undefined,
  environment: {},
  colors: false,
  isTerminal: false,
};

export class MemoryClient {
  /** Notifications and requests of the server that no test has taken yet. */
  readonly messages: Message[] = [];
  private readonly input = new PassThrough();
  private readonly answers = new Map<number, (message: Message) => void>();
  private waiting: (() => void)[] = [];
  private rest: Buffer = Buffer.alloc(0);
  private id = 0;

  constructor() {
    const output = new PassThrough();
    output.on("data", (data: Buffer) => this.receive(data));
    serve(createConnection(this.input, output), new FileHost("design", IO));
  }

  notify(method: string, params: unknown): void {
    this.send({ method, params });
  }

  /** The result, or `{ error }` with the server's message. */
  async request<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.id;
    const answer = new Promise<Message>((resolve) => this.answers.set(id, resolve));
    this.send({ id, method, params });
    const { error, result } = await answer;
    return (error === undefined ? result : { error: error.message }) as T;
  }

  async initialize(folders: readonly string[], capabilities: object = {}): Promise<unknown> {
    const workspaceFolders = folders.map((path) => ({ uri: uriOf(path), name: path }));
    const params = { processId: null, rootUri: null, workspaceFolders, capabilities };
    const result = await this.request("initialize", params);
    this.notify("initialized", {});
    return result;
  }

  open(path: string, text: string, version = 1): void {
    this.notify("textDocument/didOpen", { textDocument: { uri: uriOf(path), languageId: "yaml", version, text } });
  }

  change(path: string, version: number, ...contentChanges: readonly object[]): void {
    this.notify("textDocument/didChange", { textDocument: { uri: uriOf(path), version }, contentChanges });
  }

  /** The next diagnostics of a version of a document. */
  async diagnostics(path: string, version: number): Promise<readonly Diagnostic[]> {
    for (;;) {
      const at = this.messages.findIndex(({ method, params }) => {
        const of = params as { uri?: string; version?: number } | undefined;
        return method === "textDocument/publishDiagnostics" && of?.uri === uriOf(path) && of.version === version;
      });
      const [message] = at === -1 ? [] : this.messages.splice(at, 1);
      if (message !== undefined) return (message.params as { diagnostics: Diagnostic[] }).diagnostics;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** The answer to a question about a place. */
  ask<T>(what: string, path: string, position: Position, more: object = {}): Promise<T> {
    return this.request(`textDocument/${what}`, { textDocument: { uri: uriOf(path) }, position, ...more });
  }

  private send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.input.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  private receive(data: Buffer): void {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const header = this.rest.indexOf("\r\n\r\n");
      if (header === -1) break;
      const end = header + 4 + Number(/Content-Length: (\d+)/.exec(this.rest.toString("latin1", 0, header))![1]);
      if (this.rest.length < end) break;
      this.take(JSON.parse(this.rest.toString("utf8", header + 4, end)));
      this.rest = this.rest.subarray(end);
    }
    for (const wake of this.waiting.splice(0)) wake();
  }

  private take(message: Message): void {
    const answered = message.method === undefined ? this.answers.get(message.id!) : undefined;
    if (answered === undefined) this.messages.push(message);
    else answered(message);
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
