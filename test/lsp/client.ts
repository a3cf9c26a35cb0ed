/** A client of the language server that speaks the protocol by hand. */
import { type ChildProcess, spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { main } from "../cli/processes.ts";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly {
    readonly range: Range;
    readonly code?: string;
    readonly severity: number;
    readonly message: string;
  }[];
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Milliseconds that an answer may take on a machine that has other work. */
const PATIENCE = 30_000;

export class Client {
  readonly process: ChildProcess;
  readonly messages: Message[] = [];
  /** The exit code, when the server has ended. */
  readonly ended: Promise<number | null>;
  private rest: Buffer = Buffer.alloc(0);
  private waiting: (() => void)[] = [];
  private id = 0;

  constructor(args: readonly string[] = []) {
    this.process = spawn(process.execPath, [main, "lsp", "--stdio", ...args], { stdio: ["pipe", "pipe", "pipe"] });
    this.process.stdout!.on("data", (data: Buffer) => this.read(data));
    this.ended = new Promise((resolve) => this.process.once("exit", (code) => resolve(code)));
  }

  notify(method: string, params: unknown): void {
    this.send({ method, params });
  }

  async request<T = unknown>(method: string, params: unknown): Promise<T> {
    const id = ++this.id;
    this.send({ id, method, params });
    const answer = await this.next((message) => message.id === id && message.method === undefined);
    if (answer.error !== undefined) throw new Error(answer.error.message);
    return answer.result as T;
  }

  async initialize(folder: string, capabilities: object = {}): Promise<unknown> {
    const workspaceFolders = [{ uri: uriOf(folder), name: "test" }];
    const result = await this.request("initialize", {
      processId: process.pid,
      rootUri: null,
      workspaceFolders,
      capabilities,
    });
    this.notify("initialized", {});
    return result;
  }

  open(path: string, text: string, version = 1): void {
    this.notify("textDocument/didOpen", { textDocument: { uri: uriOf(path), languageId: "yaml", version, text } });
  }

  change(path: string, version: number, ...contentChanges: readonly object[]): void {
    this.notify("textDocument/didChange", { textDocument: { uri: uriOf(path), version }, contentChanges });
  }

  /** The diagnostics of a version of a document. */
  async diagnostics(path: string, version: number): Promise<Published["diagnostics"]> {
    const isIt = ({ method, params }: Message) =>
      method === "textDocument/publishDiagnostics" &&
      (params as Published).uri === uriOf(path) &&
      (params as Published).version === version;
    return ((await this.next(isIt)).params as Published).diagnostics;
  }

  /** The answer to a question about a place. */
  ask<T = unknown>(what: string, path: string, position: Position, more: object = {}): Promise<T> {
    return this.request<T>(`textDocument/${what}`, { textDocument: { uri: uriOf(path) }, position, ...more });
  }

  async end(): Promise<number | null> {
    await this.request("shutdown", undefined);
    this.notify("exit", undefined);
    return this.ended;
  }

  kill(): void {
    if (this.process.exitCode === null) this.process.kill("SIGKILL");
  }

  /** The first message of a kind, which is taken out of the list. */
  async next(isIt: (message: Message) => boolean): Promise<Message> {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const at = this.messages.findIndex(isIt);
      if (at !== -1) return this.messages.splice(at, 1)[0]!;
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`no such message; there are ${JSON.stringify(this.messages).slice(0, 2000)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  private send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin!.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  private read(data: Buffer): void {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const header = this.rest.indexOf("\r\n\r\n");
      if (header === -1) break;
      const length = Number(/Content-Length: (\d+)/.exec(this.rest.toString("latin1", 0, header))![1]);
      if (this.rest.length < header + 4 + length) break;
      this.messages.push(JSON.parse(this.rest.toString("utf8", header + 4, header + 4 + length)));
      this.rest = this.rest.subarray(header + 4 + length);
    }
    for (const wake of this.waiting.splice(0)) wake();
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** A range in short: `9:22-9:29`, lines and characters from 0. */
export function rangeText({ start, end }: Range): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}
