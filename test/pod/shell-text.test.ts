/** Which texts of a command a shell reads. */
import { expect, test } from "vitest";
import { ShellTexts, shellTexts } from "../../src/pod/shell-text.ts";

test.each<[string[], number[]]>([
  [["sh", "-c", "x"], [2]],
  [["/bin/bash", "-lc", "x", "name", "argument"], [2]],
  [["/usr/local/bin/dash", "-ec", "x"], [2]],
  [["ash", "-c", "--", "x"], [3]],
  [["zsh", "-e", "-c", "x"], [3]],
  [["ksh", "-c", "-e", "x"], [3]],
  [["bash", "-euxo", "pipefail", "-c", "x"], [4]],
  [["bash", "-ceuo", "pipefail", "x"], [3]],
  [["bash", "+o", "posix", "-c", "x"], [4]],
  [["bash", "--norc", "--rcfile", "f", "-c", "x"], [5]],
  [["busybox", "sh", "-c", "x"], [3]],
  [["/bin/busybox", "ash", "-c", "x"], [3]],
  [["tini", "--", "sh", "-c", "x"], [4]],
  [["/sbin/tini", "-g", "-p", "SIGTERM", "--", "sh", "-c", "x"], [7]],
  [["dumb-init", "sh", "-c", "x"], [3]],
  [["/usr/bin/dumb-init", "--rewrite", "15:3", "--", "sh", "-c", "x"], [6]],
  [["env", "A=b", "sh", "-c", "x"], [4]],
  [["/usr/bin/env", "-i", "-u", "HOME", "A=$(B)", "bash", "-c", "x"], [7]],
  [["env", "--", "A=b", "sh", "-c", "x"], [5]],
  [["exec", "sh", "-c", "x"], [3]],
  [["tini", "--", "env", "A=b", "exec", "sh", "-c", "x"], [7]],
  [["timeout", "-k", "5", "10", "sh", "-c", "x"], [6]],
  [["nsenter", "-t", "1", "-m", "--", "sh", "-c", "x"], [7]],
  [["kubectl", "exec", "pod", "--", "sh", "-c", "x"], [6]],
  [["su", "-", "user", "-c", "x"], [4]],
  [
    ["powershell.exe", "-NoProfile", "-Command", "x", "y"],
    [3, 4],
  ],
  [["#!/bin/sh\nx"], [0]],
  [["run", "#!/usr/bin/env bash\nx"], [1]],
  [["sh"], []],
  [["sh", "-c"], []],
  [["sh", "-e", "/script.sh", "-c", "x"], []],
  [["sh", "/script.sh", "x"], []],
  [["echo", "sh", "-c", "x"], []],
  [["echo", "sh -c x"], []],
  [["python", "-c", "x"], []],
  [["#!/usr/bin/python\nx"], []],
  [["tini", "--"], []],
  [["server", "--", "x"], []],
  [[], []],
])("%j", (words, expected) => {
  expect([...shellTexts(words)]).toEqual(expected);
});

test.each<[string[] | undefined, string[] | undefined, string[]]>([
  [["sh", "-c"], ["x", "y"], ["args 0"]],
  [["sh"], ["-c", "x"], ["args 1"]],
  [["tini", "--"], ["bash", "-c", "x"], ["args 2"]],
  [undefined, ["sh", "-c", "x"], ["args 2"]],
  [undefined, ["-c", "two words"], ["args 1"]],
  [undefined, ["-ec", "x\ny\n"], ["args 1"]],
  [undefined, ["-c", "/etc/$(A).conf"], []],
  [undefined, ["serve", "-c", "two words"], []],
  [["/docker-entrypoint.sh"], ["sh", "-c", "x"], ["args 2"]],
  [["/start.sh"], ["-c", "two words"], []],
  [["echo"], ["sh", "-c", "x"], []],
  [["sh", "-c", "x"], undefined, ["command 2"]],
])("command %j with args %j", (command, args, expected) => {
  const texts = new ShellTexts({ ...(command && { command }), ...(args && { args }) });
  const found = (["command", "args"] as const).flatMap((member) =>
    ({ command, args })[member]?.flatMap((_, i) => (texts.has([member, i]) ? [`${member} ${i}`] : [])),
  );
  expect(found.filter((each) => each !== undefined)).toEqual(expected);
});

test("commands of probes and hooks have shells of their own", () => {
  const exec = { command: ["sh", "-c", "x"] };
  const texts = new ShellTexts({ command: ["a", "b", "c"], livenessProbe: { exec }, lifecycle: { preStop: { exec } } });
  expect(texts.has(["livenessProbe", "exec", "command", 2])).toBe(true);
  expect(texts.has(["livenessProbe", "exec", "command", 1])).toBe(false);
  expect(texts.has(["lifecycle", "preStop", "exec", "command", 2])).toBe(true);
  expect(texts.has(["lifecycle", "postStart", "exec", "command", 2])).toBe(false);
  expect(texts.has(["command", 2])).toBe(false);
  expect(texts.has(["env", 2, "value"])).toBe(false);
});
