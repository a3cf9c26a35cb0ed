/** Signals that go on to a child. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { SignalForwarding } from "../../../../src/cli/commands/run/signal-forwarding.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function started(): Promise<ChildProcess> {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  children.push(child);
  await once(child, "spawn");
  return child;
}

const signals = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const;
/** Calls only the listener that forwards signals, because the test runner has listeners of its own. */
const send = (signal: NodeJS.Signals) => process.listeners(signal).at(-1)!(signal);
const listeners = () => signals.map((signal) => process.listenerCount(signal));

test.each(["SIGHUP", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const)(
  "%s, after the child's start and before",
  async (signal) => {
    for (const isEarly of [false, true]) {
      const forwarding = new SignalForwarding();
      try {
        const child = await started();
        const end = once(child, "exit");
        if (isEarly) send(signal);
        forwarding.begin(child);
        if (!isEarly) send(signal);
        expect(await end).toEqual([null, signal]);
      } finally {
        forwarding.end();
      }
    }
  },
);

test("removes all listeners at the end", () => {
  const before = listeners();
  const forwarding = new SignalForwarding();
  expect(listeners()).toEqual(before.map((count) => count + 1));
  forwarding.end();
  expect(listeners()).toEqual(before);
});
