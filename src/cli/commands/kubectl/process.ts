/** Runs kubectl, which knows the cluster and how to log in to it. */
import { spawn } from "node:child_process";
import { visibleText } from "../../../text/printable.ts";
import { InputError, inputError, systemWords } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";

/** The most bytes that are taken of what kubectl prints: far more than a cluster holds of one kind in a namespace. */
const LARGEST = 512 << 20;

/** How kubectl begins the lines that say why it failed. It prints warnings, and what a login asks for, beside them. */
const ERROR = /^(?:error|unable to connect|the connection to the server)\b/i;

/** What kubectl has printed. */
export interface KubectlResult {
  readonly output: string;
  /** The lines that say what failed. */
  readonly errors: readonly string[];
  readonly isDone: boolean;
}

export class Kubectl {
  private readonly options: readonly string[];
  private readonly io: CommandIo;

  /** @param options for every call: `--context=test` */
  constructor(options: readonly string[], io: CommandIo) {
    this.options = options;
    this.io = io;
  }

  /**
   * Runs a command to its end. Lines on kubectl's standard error that are no errors are reported as they come: a login
   * may wait for what one of them asks for.
   *
   * @throws InputError if kubectl cannot be run, or says nothing of why it failed
   */
  async run(args: readonly string[], input?: string): Promise<KubectlResult> {
    const child = spawn("kubectl", [...args.slice(0, 1), ...this.options, ...args.slice(1)], {
      env: this.io.environment,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const output: Buffer[] = [];
    let size = 0;
    child.stdout!.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size > LARGEST) child.kill();
      else output.push(piece);
    });
    const errors: string[] = [];
    const lines = new Lines((line) => {
      if (ERROR.test(line)) errors.push(line);
      else this.io.report(`kubectl: ${line}`);
    });
    child.stderr!.setEncoding("utf8").on("data", (text: string) => lines.add(text));
    // A kubectl that ends early does not read its input; its exit code tells.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.on("error", (error) => reject(startError(error)));
      child.on("close", (...end) => resolve(end));
    });
    lines.end();
    if (size > LARGEST) throw new InputError(`kubectl ${args[0]}: more than ${LARGEST} bytes`);
    if (code !== 0 && errors.length === 0) {
      const end = signal === null ? `exit code ${code}` : `ended by ${signal}`;
      throw new InputError(`kubectl ${visibleText(args.join(" "))}: failed: ${end}`);
    }
    return { output: Buffer.concat(output).toString(), errors, isDone: code === 0 };
  }
}

function startError(error: Error): unknown {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") {
    return new InputError("kubectl: not found on PATH; it is needed to ask the cluster");
  }
  return systemWords(error) === undefined ? error : inputError("kubectl", error);
}

/** Puts pieces of text together to lines. */
class Lines {
  private readonly take: (line: string) => void;
  private rest = "";

  constructor(take: (line: string) => void) {
    this.take = take;
  }

  add(text: string): void {
    const lines = (this.rest + text).split(/\r?\n/);
    this.rest = lines.pop()!;
    for (const line of lines) if (line !== "") this.take(line);
  }

  end(): void {
    if (this.rest !== "") this.take(this.rest);
    this.rest = "";
  }
}
