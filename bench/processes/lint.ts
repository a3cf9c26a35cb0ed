/** `varexpand lint` as a whole process, over a folder of manifests without findings. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Question, Row } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { hashOfOutput, type Program, run } from "./process.ts";

const LINT = "varexpand lint";
const READING = "js-yaml, name and image of each container";

export function lintQuestions({ effort }: Setting): Question[] {
  const folder = temporaryFolder();
  const manifests = join(folder, "manifests");
  const count = effort.isQuick ? 200 : 2000;
  mkdirSync(manifests);
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const text = manifest(i);
    bytes += text.length;
    writeFileSync(join(manifests, `web-${i}.yaml`), text);
  }
  const script = join(folder, "manifests.mjs");
  buildSync({
    entryPoints: [join(REPOSITORY, "bench/baselines/manifests.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: script,
  });
  const lint = { file: process.execPath, args: [join(REPOSITORY, "dist/cli/main.js"), "lint", manifests] };
  const reading = { file: process.execPath, args: [script, manifests] };
  const row = (name: string, program: Program, role: NonNullable<Row["role"]>): Row => {
    return { name, role, run: () => run(program), answer: () => hashOfOutput(program, join(folder, "output")) };
  };
  return [
    {
      title: `${count.toLocaleString("en")} files of manifests through the command`,
      bytes,
      baseline: READING,
      rows: [row(LINT, lint, "subject"), row(READING, reading, "rival")],
      turns: effort.isQuick ? 3 : 7,
    },
  ];
}

/** A Deployment with two containers and 20 variables, some of which refer to others. */
function manifest(number: number): string {
  const variables = Array.from({ length: 10 }, (_, i) => {
    const value = i % 3 === 2 ? `http://$(NAME_${i - 1})/$(NAME_${i - 2})` : `value ${i} of ${number}`;
    return `        - name: NAME_${i}\n          value: "${value}"\n`;
  }).join("");
  const containers = ["web", "proxy"].map(
    (name) => `      - name: ${name}
        image: example/${name}:1.2.3
        args: ["--name=$(NAME_0)", "--url=$(NAME_2)"]
        env:
${variables}`,
  );
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${number}
  namespace: shop
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
${containers.join("")}`;
}
