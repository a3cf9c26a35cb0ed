/** Forwards the signals of this process to its child. */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { isatty } from "node:tty";

const FORWARDED = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const;
/** A terminal sends these signals to all foreground processes, including the child. */
const FROM_TERMINAL: readonly string[] = ["SIGINT", "SIGQUIT"];

export class SignalForwarding {
  private child: ChildProcess | undefined;
  private readonly waiting: NodeJS.Signals[] = [];
  private readonly forward = (signal: NodeJS.Signals): void => {
    if (this.child === undefined) this.waiting.push(signal);
    else if (this.child.exitCode !== null || this.child.signalCode !== null) {
      // This process is still writing the child's output.
      this.end();
      process.kill(process.pid, signal);
    } else if (!FROM_TERMINAL.includes(signal) || !isInForeground()) this.child.kill(signal);
  };

  /** Starts queueing signals for the child. */
  constructor() {
    for (const signal of FORWARDED) process.on(signal, this.forward);
  }

  /** Starts sending signals to the child. After its exit, they end this process. */
  begin(child: ChildProcess): void {
    this.child = child;
    for (const signal of this.waiting.splice(0)) this.forward(signal);
  }

  end(): void {
    for (const signal of FORWARDED) process.off(signal, this.forward);
  }
}

/** Whether a terminal sends its signals to this process, and therefore to the child. */
function isInForeground(): boolean {
  try {
    // The fields after the name, which can contain any characters: state, parent, process group, session, terminal, and
    // the terminal's foreground process group.
    const [, , group, , , foreground] = readFileSync("/proc/self/stat", "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return group === foreground;
  } catch {
    return isatty(0) || isatty(1) || isatty(2);
  }
}
