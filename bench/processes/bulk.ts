/** Many workloads through `varexpand pod` as a whole process: NDJSON and YAML. */
import { join } from "node:path";
import { load } from "js-yaml";
import { deployment } from "../inputs.ts";
import type { Question } from "../question.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { writeAll } from "./command.ts";
import { command, processRow, script } from "./programs.ts";

const OWN = "varexpand pod -o env";

const FORMATS = [
  { format: "NDJSON", parser: "JSON.parse", document: ndjson },
  { format: "YAML", parser: "js-yaml", document: (i: number) => `---\n${deployment(i)}` },
] as const;

export function bulkQuestions({ effort }: Setting): Question[] {
  const folder = temporaryFolder();
  const count = effort.isQuick ? 1_000 : 10_000;
  return FORMATS.map(({ format, parser, document }) => {
    const stdin = join(folder, format);
    const bytes = writeAll(
      stdin,
      Array.from({ length: count }, (_, i) => document(i)),
    );
    const plain = `${parser}, plain JS`;
    return {
      title: `${count.toLocaleString("en")} Deployments of ${format} through the command`,
      bytes,
      items: { count, name: "Deployment" },
      baseline: plain,
      rows: [
        processRow(OWN, command(["pod", "-o", "env"], { stdin }), folder, "subject"),
        processRow(plain, script("deployments", folder, [], { stdin }), folder, "rival"),
        processRow(`${parser}, JSON.stringify`, script("deployments", folder, ["copy"], { stdin }), folder, "limit"),
      ],
      turns: effort.isQuick ? 3 : 5,
    };
  });
}

export function ndjson(number: number): string {
  return `${JSON.stringify(load(deployment(number)))}\n`;
}
