/** Copies the output of a child process to the streams of this process, and masks secrets. */
import { type ChildProcess, spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, write as writeBytes } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { systemWords } from "../../frame/errors.ts";
import { STREAMS, type Stream } from "../../frame/io.ts";
import type { SecretPatterns } from "../../manifests/secret-patterns.ts";
import { MaskedStream } from "./masked-stream.ts";

const writeSome = promisify(writeBytes);

const OUTPUTS = ["standard output", "standard error"] as const satisfies readonly Stream[];

/** Milliseconds between attempts to write to a descriptor that is not ready. */
const RETRY_AFTER = 1;
/** How many bytes to read after the exit: more than a pipe can hold. */
const MAX_AFTER_EXIT = 1 << 21;

export class MaskedOutput {
  private readonly secrets: SecretPatterns;
  private readonly pipes: NamedPipes | undefined;

  constructor(secrets: SecretPatterns) {
    this.secrets = secrets;
    this.pipes = namedPipes();
  }

  get descriptors(): readonly [number | "pipe", number | "pipe"] {
    return this.pipes?.writeEnds ?? ["pipe", "pipe"];
  }

  /**
   * Writes the child's output until it exits. Returns error messages.
   *
   * @param child undefined if it did not start
   */
  async write(child: ChildProcess | undefined, exit: Promise<unknown>): Promise<string[]> {
    for (const descriptor of this.pipes?.writeEnds ?? []) closeSync(descriptor);
    const named = this.pipes?.readEnds.map((fd) => new Socket({ fd, readable: true, writable: false }));
    const sources = named ?? [child?.stdout, child?.stderr].flatMap((source) => source ?? []);
    const problems = await Promise.all(sources.map((source, i) => this.copy(source, OUTPUTS[i]!, exit)));
    return problems.flatMap((problem) => problem ?? []);
  }

  private async copy(source: Readable, stream: Stream, exit: Promise<unknown>): Promise<string | undefined> {
    const masked = new MaskedStream(this.secrets);
    const descriptor = STREAMS[stream];
    try {
      for await (const piece of outputUntil(exit, source)) await writeAll(descriptor, masked.push(piece));
      await writeAll(descriptor, masked.flush());
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EPIPE") return undefined;
      return `<${stream === "standard output" ? "stdout" : "stderr"}>: ${systemWords(error) ?? String(error)}`;
    } finally {
      // If the output cannot be written, the child gets the same error as without this process.
      source.destroy();
    }
  }
}

/**
 * Yields what is written to a pipe until the process exits. A background process can keep the pipe open and write to it
 * forever, so later output is not read.
 */
async function* outputUntil(exit: Promise<unknown>, pipe: Readable): AsyncGenerator<Buffer> {
  let hasExited = false;
  let isIdle = false;
  let wake = () => {};
  void exit.then(() => {
    hasExited = true;
    wake();
  });
  for (const event of ["readable", "end", "close", "error"]) pipe.on(event, () => wake());
  for (let left = MAX_AFTER_EXIT; left > 0 && !pipe.readableEnded; ) {
    const piece: Buffer | null = pipe.read();
    if (pipe.errored) throw pipe.errored;
    if (piece !== null) {
      isIdle = false;
      if (hasExited) left -= piece.length;
      yield piece;
    } else if (pipe.destroyed || (hasExited && isIdle)) return;
    else if (hasExited) {
      // Two turns of the event loop read everything in the pipe.
      isIdle = true;
      await setImmediate();
      await setImmediate();
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}

async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += (await writeSome(descriptor, bytes, at)).bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      await setTimeout(RETRY_AFTER);
    }
  }
}

interface NamedPipes {
  readonly readEnds: readonly [number, number];
  readonly writeEnds: readonly [number, number];
}

/**
 * Creates two pipes, and removes their names. Node.js itself would give the child sockets, which programs cannot open as
 * /dev/stdout. Returns undefined if that does not work on this system.
 */
function namedPipes(): NamedPipes | undefined {
  let folder: string | undefined;
  const opened: number[] = [];
  try {
    folder = mkdtempSync(join(tmpdir(), "varexpand-"));
    const paths = [join(folder, "1"), join(folder, "2")] as const;
    if (spawnSync("mkfifo", ["-m", "600", ...paths], { stdio: "ignore" }).status !== 0) return undefined;
    const open = (path: string, flags: number) => {
      const descriptor = openSync(path, flags);
      opened.push(descriptor);
      return descriptor;
    };
    const openBoth = (flags: number) => [open(paths[0], flags), open(paths[1], flags)] as const;
    return { readEnds: openBoth(constants.O_RDONLY | constants.O_NONBLOCK), writeEnds: openBoth(constants.O_WRONLY) };
  } catch {
    for (const descriptor of opened) closeSync(descriptor);
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
