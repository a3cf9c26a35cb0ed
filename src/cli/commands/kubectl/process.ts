/** Runs kubectl, which has the address of the cluster and the user's credentials. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { visibleText } from "../../../text/printable.ts";
import { InputError, inputError, systemWords } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";

/** The largest output in bytes. A namespace contains far less of one kind. */
const MAX_SIZE = 512 << 20;

/** The beginning of kubectl's error messages. Other lines are warnings and login prompts. */
const ERROR = /^(?:error|unable to connect|the connection to the server)\b/i;

export interface KubectlResult {
  readonly output: string;
  readonly errors: readonly string[];
  readonly isDone: boolean;
}

/**
 * Runs a command to its end. Reports other messages of kubectl immediately, because they can be login prompts.
 *
 * @throws InputError if kubectl cannot be run, or fails without an error message
 */
export type Kubectl = (args: readonly string[], input?: string) => Promise<KubectlResult>;

/** @param options for every call: `--context=test` */
export function kubectlWith(options: readonly string[], io: CommandIo): Kubectl {
  return async (args, input) => {
    const child = spawn("kubectl", [...args.slice(0, 1), ...options, ...args.slice(1)], {
      env: io.environment,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const output: Buffer[] = [];
    let size = 0;
    child.stdout!.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size > MAX_SIZE) child.kill();
      else output.push(piece);
    });
    const errors: string[] = [];
    createInterface({ input: child.stderr!, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
      if (ERROR.test(line)) errors.push(line);
      else if (line !== "") io.report(`kubectl: ${line}`);
    });
    // If kubectl ends early and does not read its input, its exit code is enough.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.on("error", (error) => reject(startError(error)));
      child.on("close", (...end) => resolve(end));
    });
    if (size > MAX_SIZE)
      throw new InputError(`kubectl ${args[0]}: the output is larger than the limit of ${MAX_SIZE} bytes`);
    if (code !== 0 && errors.length === 0) {
      const end = signal === null ? `exit code ${code}` : `ended by ${signal}`;
      throw new InputError(`kubectl ${visibleText(args.join(" "))}: failed: ${end}`);
    }
    return { output: Buffer.concat(output).toString(), errors, isDone: code === 0 };
  };
}

function startError(error: Error): unknown {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") {
    return new InputError("kubectl: not found in PATH; install it to read the cluster");
  }
  return systemWords(error) === undefined ? error : inputError("kubectl", error);
}
