import { expect, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { helpOf } from "../../src/cli/frame/help.ts";
import { runInMemory } from "./memory-io.ts";

const loaded = await Promise.all(commands.map(async (entry) => ({ ...entry, command: await entry.load() })));

test.each(loaded)("the help of $name explains everything", ({ name, summary, command }) => {
  expect(summary).toMatch(/^\w.{20,}/);
  expect(command.usage).toMatch(new RegExp(`^${name}(?: |$)`));
  expect(command.description.trim()).toMatch(/^\w.{20,}/);
  for (const [option, { type, short, value, help, choices }] of Object.entries(command.options)) {
    expect(help, option).toMatch(/^\S.{10,}\w/);
    if (short !== undefined) expect(short, option).toMatch(/^[a-zA-Z]$/);
    if (type === "string" && choices === undefined) expect(value, option).toMatch(/^[A-Z][A-Z=,.[\]:/]*$/);
    expect(helpOf(command)).toContain(`--${option}`);
  }
  expect(command.examples.length).toBeGreaterThan(0);
  for (const example of command.examples) expect(example).toMatch(new RegExp(`\\bvarexpand ${name}[" ].`));
});

test.each([[], ...commands.map(({ name }) => [name])])("help %s fits 80 columns", async (...args) => {
  const { output } = await runInMemory(["help", ...args]);
  expect(output.split("\n").filter((line) => [...line].length > 80)).toEqual([]);
});

test.each(loaded)("a usage error of $name has the documented exit code", async ({ name }) => {
  const { code, output } = await runInMemory([name, "--no-such-option"]);
  expect({ code, output }).toEqual({ code: name === "run" ? 125 : 2, output: "" });
});
