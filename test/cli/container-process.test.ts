import { expect, test } from "vitest";
import { runInMemory } from "./memory-io.ts";

const run = (fields: string) =>
  runInMemory(["run", "-f", "-"], {
    stdin: `kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i, ${fields}}]}\n`,
  });

test.each(["command: [./missing]", "command: [./missing, a]", "command: [./missing], args: [a]"])(
  "a container's own command: %s",
  async (fields) => {
    expect(await run(fields)).toMatchObject({ code: 127, messages: ["varexpand run: ./missing: command not found"] });
  },
);

test.each(["command: []", "args: [a]"])("no command: %s", async (fields) => {
  const what = "container c has no command, and its image's is not known here";
  expect(await run(fields)).toMatchObject({
    code: 125,
    messages: [`<stdin>:3:21: Pod/p: ${what}; write it after --`],
  });
});
