/**
 * Deployments from standard input, NDJSON or YAML, and the environment of each of their containers to standard output,
 * as a script would do it: JSON.parse or js-yaml, plain JavaScript that checks and reports nothing. With the argument
 * "copy", every document is only read and written again. Never shipped.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { loadAll } from "js-yaml";
import type { Pod } from "../../src/index.ts";
import { resolvePlainly } from "./pod.ts";

interface Deployment {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly template: Pod };
}

const isCopy = process.argv[2] === "copy";
const input = readFileSync(0, "utf8");
const documents = input.startsWith("{")
  ? input.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Deployment]))
  : (loadAll(input) as Deployment[]);
writeFileSync(1, isCopy ? documents.map((each) => `${JSON.stringify(each)}\n`).join("") : environments());

function environments(): string {
  return documents
    .flatMap(({ metadata, spec }) =>
      resolvePlainly({ ...spec.template, metadata }, {}).map(({ env }, i) => {
        const variables = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
        const container = spec.template.spec!.containers![i]!.name;
        return `# Deployment/${metadata.namespace}/${metadata.name}, container ${container}\n${variables.join("")}`;
      }),
    )
    .join("\n");
}
