/** Running kubectl: its arguments, its input, and its messages. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kubectlWith } from "../../../../src/cli/commands/kubectl/process.ts";
import type { CommandIo } from "../../../../src/cli/frame/io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

/** Runs a kubectl that is a shell script. */
async function run(script: string, args: readonly string[], input?: string, mode = 0o755) {
  writeFileSync(folder.at("kubectl"), `#!/bin/sh\n${script}\n`, { mode });
  const reported: string[] = [];
  const environment = { PATH: folder.path, GIVEN: "set" };
  const io: CommandIo = {
    environment,
    report: (line) => void reported.push(line),
    read: () => 0,
    write: () => {},
    colors: false,
  };
  const result = await kubectlWith(["--context=test", "--as=jane"], io)(args, input);
  return { ...result, reported };
}

const DONE = { errors: [], isDone: true, reported: [] };

test.each<[string, string, readonly string[], string | undefined, object]>([
  [
    "the options follow the first argument",
    'printf "%s," "$@"; echo "$GIVEN$HOME"',
    ["get", "--", "pod", "a b"],
    undefined,
    { ...DONE, output: "get,--context=test,--as=jane,--,pod,a b,set\n" },
  ],
  ["the input", "/bin/cat", ["create"], "é\n", { ...DONE, output: "é\n" }],
  ["no input", "/bin/cat", ["create"], undefined, { ...DONE, output: "" }],
  ["input that is not read", "exec <&-; echo", ["create"], "x".repeat(1 << 20), { ...DONE, output: "\n" }],
  [
    "messages, and errors of a call that succeeds",
    "printf 'Warning: a\\r\\n\\nerror: b\\n  error: c\\nerrors: d\\ne' >&2",
    ["get"],
    undefined,
    {
      output: "",
      errors: ["error: b"],
      isDone: true,
      reported: ["kubectl: Warning: a", "kubectl:   error: c", "kubectl: errors: d", "kubectl: e"],
    },
  ],
  [
    "errors of a call that fails, and what it prints before",
    "echo a; printf 'Error from server (NotFound): b\\nUnable to connect to the server: c\\nThe connection to the server d was refused' >&2; exit 1",
    ["get"],
    undefined,
    {
      output: "a\n",
      errors: [
        "Error from server (NotFound): b",
        "Unable to connect to the server: c",
        "The connection to the server d was refused",
      ],
      isDone: false,
      reported: [],
    },
  ],
])("%s", async (_, script, args, input, expected) => {
  expect(await run(script, args, input)).toEqual(expected);
});

test.each<[string, string, number, RegExp]>([
  [
    "fails without an error message",
    "echo Warning >&2; exit 3",
    0o755,
    /^kubectl get --output=a\\u0007: failed: exit code 3$/,
  ],
  ["is ended by a signal", "kill -KILL $$", 0o755, /^kubectl get --output=a\\u0007: failed: ended by SIGKILL$/],
  ["is not executable", "", 0o644, /^kubectl: .*EACCES/],
])("kubectl %s", async (_, script, mode, message) => {
  await expect(run(script, ["get", "--output=a\u0007"], undefined, mode)).rejects.toThrow(message);
});
