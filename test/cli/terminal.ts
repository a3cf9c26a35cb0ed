/** A terminal with a program in it: tmux, without anybody's configuration. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { hasTool } from "../tools.ts";
import { DEADLINE } from "../waiting.ts";

/** Milliseconds between two looks at a screen. */
const INTERVAL = 30;

export const hasTmux = hasTool("tmux", "-V");

export class Terminal {
  private readonly socket: string;

  /**
   * Starts a program. It has no other variables than those that are given, and TERM.
   *
   * @param socket a path that no other terminal has
   */
  constructor(
    socket: string,
    command: readonly string[],
    {
      columns = 80,
      rows = 60,
      environment = {},
      folder = ".",
    }: {
      readonly columns?: number;
      readonly rows?: number;
      readonly environment?: Readonly<Record<string, string>>;
      readonly folder?: string;
    } = {},
  ) {
    this.socket = socket;
    const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const all = ["env", "-i", "TERM=screen-256color", "LANG=C.UTF-8", ...assignments, ...command];
    const size = ["-x", String(columns), "-y", String(rows)];
    this.checked("-f", "/dev/null", "new-session", "-d", ...size, "-c", folder, ...all);
    // The socket can be gone when the test is finished.
    const server = this.checked("display-message", "-p", "#{pid}").trim();
    onTestFinished(() => void spawnSync("kill", [server]));
  }

  /** Types text, or keys by tmux's names: `Tab`, `C-u`. */
  type(text: string, ...keys: string[]): void {
    if (text !== "") this.checked("send-keys", "-l", "--", text);
    if (keys.length > 0) this.checked("send-keys", ...keys);
  }

  /** The lines on the screen and those that scrolled off it, without trailing white space. */
  screen(...options: string[]): string {
    return `${this.checked("capture-pane", "-p", ...options).trimEnd()}\n`;
  }

  /** The screen, when it is as it should be. */
  async until(condition: (screen: string) => boolean): Promise<string> {
    return until(
      () => {
        const screen = this.screen();
        return condition(screen) ? screen : undefined;
      },
      () => this.screen(),
    );
  }

  private checked(...args: string[]): string {
    const { status, stdout, stderr } = this.tmux(...args);
    if (status !== 0) throw new Error(`tmux ${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  private tmux(...args: string[]) {
    return spawnSync("tmux", ["-u", "-S", this.socket, ...args], { encoding: "utf8" });
  }
}

/** The text of a file, when it is there. The file goes. */
export async function writtenTo(path: string, shown: () => string): Promise<string> {
  const text = await until(() => (existsSync(path) ? readFileSync(path, "utf8") : undefined), shown);
  rmSync(path);
  return text;
}

/** What an action returns, when it returns something. */
async function until<T>(look: () => T | undefined, shown: () => string): Promise<T> {
  const deadline = performance.now() + DEADLINE;
  while (true) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`timed out; the screen shows\n${shown()}`);
    await after(INTERVAL);
  }
}
