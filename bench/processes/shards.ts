/** Shards of one large file, as processes that run at once, against one process and against copying. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { variables } from "../inputs.ts";
import type { Question, Row } from "../question.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { blockOf, hashOfExpanded, writeBlocks } from "./command.ts";
import { hashOf, run } from "./process.ts";
import { command } from "./programs.ts";

const MEBIBYTES = 1024;
const ONE = "varexpand expand -o FILE";

export function shardsQuestions({ effort }: Setting): Question[] {
  const title = `${MEBIBYTES} MiB of typical text, in shards`;
  if (effort.isQuick) return [{ title, rows: [], skipped: "only in a full run: it writes files of several GiB" }];
  const folder = temporaryFolder();
  const record = variables();
  const block = blockOf(Object.keys(record));
  const input = writeBlocks(join(folder, "text"), block, MEBIBYTES);
  const options = Object.entries(record).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const varexpand = (...args: string[]) => run(command(["expand", ...options, ...args, input]));
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
      expected: hashOfExpanded(block, record, MEBIBYTES),
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
