/** Which texts of a command a shell reads. */
import { expect, test } from "vitest";
import { ShellTexts, shellTexts } from "../../../../src/kubernetes/pod/resolve/shell-text.ts";

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
  [["python", "-c", 'run(["bash", "-c", "eval $X"])'], [2]],
  [["node", "-e", "spawn('/bin/sh', ['-ec', '$X'])"], []],
  [["python", "-c", "run(['/bin/sh','-ec', 'echo $X'])"], [2]],
  [["python", "-c", 'print("$X sh -c")'], []],
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
  [["su", "user", "--command", "x"], [3]],
  [["runuser", "-u", "user", "-lc", "x"], [4]],
  [["su", "user"], []],
  [["su", "user", "-c"], []],
  [["bash", "--init-file", "f", "-c", "x"], [4]],
  [["pwsh", "-c", "x"], [2]],
  [["pwsh", "/Command", "x"], [2]],
  [["pwsh", "script.ps1"], []],
  [["chroot", "/root"], []],
  [["nice", "A=b", "sh", "-c", "x"], []],
  [["timeout", "sh", "-c", "x"], []],
  [["#! /usr/bin/env -S bash -e\nx"], [0]],
  [["#!zsh"], [0]],
  [["#!/bin/shell"], []],
  [
    ["powershell.exe", "-NoProfile", "-Command", "x", "y"],
    [3, 4],
  ],
  [["#!/bin/sh\nx"], [0]],
  [["run", "#!/usr/bin/env bash\nx"], [1]],
  [["bash", "-o", "pipefail", "-O", "extglob", "-c", "x"], [6]],
  [["bash", "-oO", "pipefail", "extglob", "-c", "x"], [5]],
  [["bash", "+c", "x"], []],
  [["bash", "--c", "x"], []],
  [["bash", "--", "-c", "x"], []],
  [["sh", "-", "-c", "x"], []],
  [["su", "-c", "x"], [2]],
  [["runuser", "user", "--", "-c"], []],
  [["pwsh", "-COMMAND", "x"], [2]],
  [["pwsh", "-commands", "x"], []],
  [["pwsh", "run-c", "x"], []],
  [["powershell", "/c", "x"], [2]],
  [["sudo", "A=b", "-u", "user", "sh", "-c", "x"], [6]],
  [["env", "=b", "sh", "-c", "x"], []],
  [["env", "-", "sh", "-c", "x"], []],
  [["x", "--", "y", "--", "sh", "-c", "x"], [6]],
  [
    ["#!/bin/sh -e\nx", "#!/bin/bash", "sh", "-c", "x"],
    [0, 1],
  ],
  [["#!/usr/local/bin/zsh"], [0]],
  [["#!/usr/bin/env dash"], [0]],
  [["#!/bin/ksh"], [0]],
  [["#!/bin/mksh"], [0]],
  [["#!/bin/csh"], []],
  [["#! sh"], [0]],
  [["#!\n/bin/sh"], []],
  [[" #!/bin/sh"], []],
  [["sh.exe", "-c", "x"], [2]],
  [["sh.ex", "-c", "x"], []],
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

/** Programs that run another program, each with the words before it. */
const WRAPPED: Readonly<Record<string, readonly string[]>> = {
  busybox: [""],
  catatonit: ["", "--"],
  chroot: ["/root", "-- /root"],
  command: ["", "-p"],
  "dumb-init": ["-r 15:3", "--rewrite 15:3", "-v"],
  env: ["-u A", "--unset A", "-C /tmp", "--chdir /tmp", "-i", "A=b", "-i A=b C=d", "-- A=b"],
  exec: ["", "-a name"],
  gosu: ["user"],
  ionice: ["-c 2", "--class 2", "-n 4", "--classdata 4", "-t"],
  nice: ["-n 5", "--adjustment 5", "-5"],
  nohup: [""],
  nsenter: ["-t 1", "--target 1", "-S 0", "--setuid 0", "-G 0", "--setgid 0", "-a"],
  setsid: ["", "-w"],
  stdbuf: ["-i 0", "--input 0", "-o L", "--output L", "-e 0", "--error 0", "-oL"],
  "su-exec": ["user"],
  sudo: ["-u user", "--user user", "-g group", "--group group", "-E", "A=b"],
  time: ["", "-p"],
  timeout: ["10", "-s KILL 10", "--signal KILL 10", "-k 5 10", "--kill-after 5 10", "-v 10"],
  tini: ["-p SIGTERM", "-e 143", "-g --"],
  "tini-static": ["-p SIGTERM", "-e 143", "-g --"],
};

test.each(Object.entries(WRAPPED).flatMap(([program, all]) => all.map((options) => `${program} ${options}`.trim())))(
  "%s sh -c x",
  (wrapper) => {
    const words = [...wrapper.split(" "), "sh", "-c", "x"];
    expect([...shellTexts(words)]).toEqual([words.length - 1]);
  },
);

test.each(["sh", "bash", "ash", "dash", "zsh", "ksh", "mksh", "rbash", "fish"])("%s is a shell", (name) => {
  expect([...shellTexts([name, "-c", "x"])]).toEqual([2]);
  expect([...shellTexts([`C:/bin/${name}.EXE`, "-c", "x"])]).toEqual([2]);
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
  [["/entrypoint"], ["bash", "-c", "x"], ["args 2"]],
  [["/usr/bin/entry-point.py"], ["sh", "-c", "x"], ["args 2"]],
  [["/entrypoint/server"], ["sh", "-c", "x"], []],
  [undefined, ["-c"], []],
  [undefined, ["two words"], []],
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
