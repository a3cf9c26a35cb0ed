import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { jobOf, type StreamOptions } from "../../../../src/cli/commands/stream/job.ts";
import { streamCommand } from "../../../../src/cli/commands/stream/stream.ts";
import { parseArguments } from "../../../../src/cli/frame/command.ts";

const guide = readFileSync("docs/guides/streams.md", "utf8");
const lines = [...guide.matchAll(/^varexpand stream (.*)$/gm)].map(([, line]) => line!.split(" "));

test("the guide has command lines", () => {
  expect(lines).toHaveLength(2);
});

test.each([...lines, ...streamCommand.examples.map((example) => example.split(" ").slice(2))])(
  "stream takes the command line %s %s %s %s %s %s",
  (...args) => {
    const { options, operands } = parseArguments(streamCommand.options, args)!;
    expect(jobOf(options as unknown as StreamOptions, operands)).toMatchObject({ stream: "ORDERS" });
  },
);
