import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";

const podOf = (fields: string) =>
  `kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i, ${fields}}]}\n`;

const run = (fields: string) => runInMemory(["run", "-f", "-"], { stdin: podOf(fields) });

test.each(["command: [./missing]", "command: [./missing, a]", "command: [./missing], args: [a]"])(
  "a container's own command: %s",
  async (fields) => {
    expect(await run(fields)).toMatchObject({ code: 127, messages: ["varexpand run: ./missing: command not found"] });
  },
);

test("reports references that are not expanded in what the command uses", async () => {
  const fields = "command: [./$(A), $(B), $$(C)], env: [{name: D, value: $(B)}, {name: B, value: b}]";
  const messagesOf = async (...args: string[]) =>
    (await runInMemory(["run", "-f", "-", ...args], { stdin: podOf(fields) })).messages;
  const entry = "<stdin>:3:96: Pod/p: $(B) is not expanded: the variable is declared later at line 3";
  expect(await messagesOf("--", "./missing")).toEqual([entry, "varexpand run: ./missing: command not found"]);
  expect(await messagesOf()).toEqual([
    entry,
    "<stdin>:3:53: Pod/p: $(A) is not expanded: the variable is not defined",
    "varexpand run: ./$(A): command not found",
  ]);
});

test.each(["command: []", "args: [a]"])("no command: %s", async (fields) => {
  const what = "container c has no command, and that of its image is unknown";
  expect(await run(fields)).toMatchObject({
    code: 125,
    messages: [`<stdin>:3:21: Pod/p: ${what}; add a command after --`],
  });
});
