/**
 * Reads Deployments from standard input (NDJSON or YAML), and writes the environment of each container to standard
 * output, like a script would: with JSON.parse or js-yaml, and plain JavaScript without checks. With the argument "copy",
 * it only parses and writes every document. Never shipped.
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
