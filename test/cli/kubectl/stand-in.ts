/** A `kubectl` for machines that have none: it prints objects that it has been given. */
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { dump } from "js-yaml";
import { built } from "../../built.ts";
import { type ClusterObject, RESOURCES } from "./shop.ts";

/**
 * In the place of kubectl: `get` prints objects as kubectl does, `create` and `apply` take what they are given,
 * `varexpand` is the plugin. It writes its arguments down, and refuses what is forbidden with kubectl's words.
 */
const SCRIPT = `
const { spawnSync } = require("node:child_process");
const { appendFileSync, readFileSync } = require("node:fs");
const { answers, resources, forbidden, plugin } = JSON.parse(readFileSync(__dirname + "/answers.json", "utf8"));
const args = process.argv.slice(2);
appendFileSync(__dirname + "/calls", JSON.stringify(args) + "\\n");
const option = (name) => args.filter((arg) => arg.startsWith("--" + name + "=")).at(-1)?.slice(name.length + 3);
const namespace = option("namespace") ?? "default";
let failed = false;
const fail = (line) => {
  failed = true;
  console.error(line);
};
const refuse = (verb, plural, name) => {
  const what = plural + (name === undefined ? "" : ' "' + name + '"');
  const who = 'User "jane" cannot ' + verb + ' resource "' + plural + '" in API group "" in the namespace "' + namespace + '"';
  fail("Error from server (Forbidden): " + what + " is forbidden: " + who);
};
const isForbidden = (action, name) => [action, action + " in " + namespace, action + " " + name].some((each) => forbidden.includes(each));
const output = option("output");
if (args[0] === "varexpand") {
  process.exit(spawnSync(process.execPath, [plugin, ...args.slice(1)], { stdio: "inherit" }).status);
} else if (args[0] === "get") {
  let operands = args.slice(args.indexOf("--") + 1);
  if (operands[0].includes("/")) operands = operands[0].split("/");
  const [type, ...names] = operands;
  const resource = resources.find(({ kind, shortNames }) => [kind.toLowerCase(), ...shortNames].includes(type));
  if (resource === undefined) fail('error: the server doesn\\'t have a resource type "' + type + '"');
  else if (names.length === 0 && isForbidden("list " + resource.plural)) refuse("list", resource.plural);
  else {
    const at = resource.kind + "/" + (resource.isNamespaced ? namespace : "") + "/";
    const found = [];
    for (const name of names) {
      if (isForbidden("get " + resource.plural, name)) refuse("get", resource.plural, name);
      else if (at + name in answers) found.push(answers[at + name]);
      else if (!args.includes("--ignore-not-found")) {
        fail('Error from server (NotFound): ' + resource.plural + ' "' + name + '" not found');
      }
    }
    if (names.length === 0) found.push(...Object.keys(answers).filter((key) => key.startsWith(at)).map((key) => answers[key]));
    if (names.length === 1) process.stdout.write(found[0]?.[output] ?? "");
    else console.log(JSON.stringify({ apiVersion: "v1", kind: "List", items: found.map(({ json }) => JSON.parse(json)) }));
  }
} else if (args[0] === "apply") {
  for (const text of readFileSync(args[args.indexOf("-f") + 1], "utf8").split(/^---$/m)) {
    const [kind, name] = [/^kind: (.*)$/m, /^  name: (.*)$/m].map((pattern) => pattern.exec(text)[1]);
    const [group, version] = resources.find((resource) => resource.kind === kind).groupVersion.split("/");
    console.log(kind.toLowerCase() + (version === undefined ? "" : "." + group) + "/" + name + " configured");
  }
} else if (isForbidden("create events")) refuse("create", "events");
else {
  const { items } = JSON.parse(readFileSync(0, "utf8"));
  appendFileSync(__dirname + "/created", items.map((item) => JSON.stringify(item) + "\\n").join(""));
  for (const { metadata } of items) console.log("event/" + metadata.name);
}
process.exitCode = failed ? 1 : 0;
`;

/** The built program, which kubectl calls as `kubectl varexpand`. */
export const PLUGIN = built("dist/cli/kubectl-main.js");
/** What kubectl's completion calls for it. */
export const COMPLETION = built("dist/cli/kubectl-completion-main.js");

export class StandIn {
  private readonly folder: string;

  /** @param folder an empty folder, for PATH */
  constructor(folder: string, objects: readonly ClusterObject[], forbidden: readonly string[] = []) {
    this.folder = folder;
    const answers = Object.fromEntries(
      objects.map((object) => {
        const { kind, metadata } = object;
        const printed = {
          json: `${JSON.stringify(object)}\n`,
          yaml: dump(object, { sortKeys: true, seqNoIndent: true }),
        };
        return [`${kind}/${metadata.namespace ?? ""}/${metadata.name}`, printed];
      }),
    );
    writeFileSync(
      join(folder, "answers.json"),
      JSON.stringify({ answers, resources: RESOURCES, forbidden, plugin: PLUGIN }),
    );
    writeFileSync(join(folder, "kubectl.cjs"), SCRIPT);
    const start = `#!/bin/sh\nexec '${process.execPath}' '${join(folder, "kubectl.cjs")}' "$@"\n`;
    writeFileSync(join(folder, "kubectl"), start, { mode: 0o755 });
    writeFileSync(join(folder, "calls"), "");
    writeFileSync(join(folder, "created"), "");
  }

  get environment(): { readonly PATH: string } {
    return { PATH: [this.folder, process.env.PATH].join(delimiter) };
  }

  /** The arguments of every call so far. */
  get calls(): string[] {
    return this.lines("calls").map((line) => (JSON.parse(line) as string[]).join(" "));
  }

  /** What has been created. */
  get created(): unknown[] {
    return this.lines("created").map((line) => JSON.parse(line));
  }

  private lines(file: string): string[] {
    return readFileSync(join(this.folder, file), "utf8").split("\n").slice(0, -1);
  }
}
