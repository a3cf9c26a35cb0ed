/** `varexpand lint` as a whole process, over a folder of manifests without findings. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deployment } from "../inputs.ts";
import type { Question } from "../question.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { command, processRow, script } from "./programs.ts";

const LINT = "varexpand lint";
const READING = "js-yaml, name and image of each container";

export function lintQuestions({ effort }: Setting): Question[] {
  const folder = temporaryFolder();
  const manifests = join(folder, "manifests");
  const count = effort.isQuick ? 200 : 2000;
  mkdirSync(manifests);
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const text = deployment(i);
    bytes += text.length;
    writeFileSync(join(manifests, `web-${i}.yaml`), text);
  }
  return [
    {
      title: `${count.toLocaleString("en")} files of manifests through the command`,
      bytes,
      items: { count, name: "file" },
      baseline: READING,
      rows: [
        processRow(LINT, command(["lint", manifests]), folder, "subject"),
        processRow(READING, script("manifests", folder, [manifests]), folder, "rival"),
      ],
      turns: effort.isQuick ? 3 : 5,
    },
  ];
}
