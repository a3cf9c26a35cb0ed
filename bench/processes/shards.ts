/** Shards of one large file, as processes that run at once, against one process and against copying. */
import { createHash } from "node:crypto";
import { createReadStream, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expandStringWith } from "../baselines/strings.ts";
import { variables } from "../inputs.ts";
import type { Question, Row } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { blockOf, writeBlocks } from "./command.ts";
import { run } from "./process.ts";

const MEBIBYTES = 1024;
const ONE = "varexpand expand -o FILE";

export function shardsQuestions({ effort }: Setting): Question[] {
  const title = `${MEBIBYTES} MiB of typical text, in shards`;
  if (effort.isQuick) return [{ title, rows: [], skipped: "only in a full run: it writes files of several GiB" }];
  const folder = temporaryFolder();
  const record = variables();
  const block = blockOf(Object.keys(record));
  const input = writeBlocks(join(folder, "text"), block, MEBIBYTES);
  const expanded = expandStringWith(block, new Map(Object.entries(record)));
  const hash = createHash("sha256");
  for (let i = 0; i < MEBIBYTES; i++) hash.update(expanded);

  const options = Object.entries(record).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const varexpand = (...args: string[]) =>
    run({
      file: process.execPath,
      args: [join(REPOSITORY, "dist/cli/main.js"), "expand", ...options, ...args, input],
    });
  const output = join(folder, "output");
  const parts = join(folder, "parts");
  const shards = (count: number): Row => ({
    name: `expand --shard I/${count}, ${count === 1 ? "1 process" : `${count} processes at once`}`,
    role: "subject",
    run: async () => {
      rmSync(parts, { recursive: true, force: true });
      const each = Array.from({ length: count }, (_, i) => varexpand("--shard", `${i}/${count}`, "-o", parts));
      await Promise.all(each);
    },
    answer: () =>
      hashOf(
        readdirSync(parts)
          .filter((name) => name.startsWith("part-"))
          .sort()
          .map((name) => join(parts, name)),
      ),
  });
  return [
    {
      title,
      bytes: MEBIBYTES << 20,
      expected: hash.digest("hex"),
      baseline: ONE,
      rows: [
        { name: ONE, run: () => varexpand("-o", output), answer: () => hashOf([output]) },
        ...[1, 2, 4].map(shards),
        { name: "cat > FILE", role: "limit", run: () => run({ file: "cat", args: [input] }, output) },
      ],
      turns: 3,
    },
  ];
}

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) {
    for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  }
  return hash.digest("hex");
}
