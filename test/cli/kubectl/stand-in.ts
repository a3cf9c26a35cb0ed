/** A `kubectl` for machines that have none: it prints objects that it has been given, and writes its arguments down. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { dump } from "js-yaml";
import { built } from "../../built.ts";
import { type ClusterObject, RESOURCES } from "./shop.ts";

/**
 * `get` prints objects as kubectl does, and refuses what is forbidden with kubectl's words. In sh, which starts much faster
 * than Node.js. Each object is in a file for each format.
 */
const GET = `
failed=0 namespace=default output= ignored= words=
for word; do
  case $words$word in
    --) words=: ;;
    --namespace=*) namespace=\${word#*=} ;;
    --output=*) output=\${word#*=} ;;
    --ignore-not-found) ignored=: ;;
    :*) words="$words $word" ;;
  esac
done
set -- \${words#:}
case $1 in */*) set -- "\${1%%/*}" "\${1#*/}" ;; esac
is_forbidden() {
  for action in "$1" "$1 in $namespace" "$1 $2"; do grep -qxF "$action" "$folder/forbidden" && return; done
  return 1
}
refuse() {
  failed=1
  printf 'Error from server (Forbidden): %s is forbidden: User "jane" cannot %s resource "%s" in API group "" in the namespace "%s"\\n' \\
    "$2$3" "$1" "$2" "$namespace" >&2
}
missing() {
  [ -n "$ignored" ] && return
  failed=1
  printf 'Error from server (NotFound): %s "%s" not found\\n' "$plural" "$1" >&2
}
print_from() {
  if is_forbidden "get $plural" "$1"; then refuse get "$plural" " \\"$1\\""
  elif [ -e "$at$1.json" ]; then "$2" "$at$1"
  else missing "$1"
  fi
}
if ! resource=$(grep " $1 " "$folder/resources"); then
  printf 'error: the server doesn'"'"'t have a resource type "%s"\\n' "$1" >&2
  exit 1
fi
set -- $resource "$@"
kind=$1 plural=$2 at=$folder/objects/$1/
[ "$3" = namespaced ] && at=$at$namespace/
until [ "$1" = . ]; do shift; done
shift 2
alone() { cat "$1.$output"; }
item() { items=$items\${items:+,}$(cat "$1.json"); }
items=
if [ $# = 1 ]; then
  print_from "$1" alone
  exit $failed
fi
for name; do print_from "$name" item; done
if [ $# = 0 ]; then
  if is_forbidden "list $plural"; then
    refuse list "$plural"
    exit 1
  fi
  for file in "$at"*.json; do [ -e "$file" ] && item "\${file%.json}"; done
fi
printf '{"apiVersion":"v1","kind":"List","items":[%s]}\\n' "$items"
exit $failed
`;

/** `create` and `apply` take what they are given, and `varexpand` is the plugin. */
const OTHERS = `
const { spawnSync } = require("node:child_process");
const { appendFileSync, readFileSync } = require("node:fs");
const { resources, forbidden, plugin } = JSON.parse(readFileSync(__dirname + "/settings.json", "utf8"));
const args = process.argv.slice(2);
const option = (name) => args.filter((arg) => arg.startsWith("--" + name + "=")).at(-1)?.slice(name.length + 3);
const namespace = option("namespace") ?? "default";
if (args[0] === "varexpand") {
  process.exit(spawnSync(process.execPath, [plugin, ...args.slice(1)], { stdio: "inherit" }).status);
} else if (args[0] === "apply") {
  for (const text of readFileSync(args[args.indexOf("-f") + 1], "utf8").split(/^---$/m)) {
    const [kind, name] = [/^kind: (.*)$/m, /^  name: (.*)$/m].map((pattern) => pattern.exec(text)[1]);
    const [group, version] = resources.find((resource) => resource.kind === kind).groupVersion.split("/");
    console.log(kind.toLowerCase() + (version === undefined ? "" : "." + group) + "/" + name + " configured");
  }
} else if (["create events", "create events in " + namespace].some((action) => forbidden.includes(action))) {
  const who = 'User "jane" cannot create resource "events" in API group "" in the namespace "' + namespace + '"';
  console.error("Error from server (Forbidden): events is forbidden: " + who);
  process.exitCode = 1;
} else {
  const { items } = JSON.parse(readFileSync(0, "utf8"));
  appendFileSync(__dirname + "/created", items.map((item) => JSON.stringify(item) + "\\n").join(""));
  for (const { metadata } of items) console.log("event/" + metadata.name);
}
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
    for (const object of objects) {
      const { kind, metadata } = object;
      const path = join(folder, "objects", kind, metadata.namespace ?? "", metadata.name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.json`, `${JSON.stringify(object)}\n`);
      writeFileSync(`${path}.yaml`, dump(object, { sortKeys: true, seqNoIndent: true }));
    }
    const resources = RESOURCES.map(({ kind, plural, shortNames, isNamespaced }) => {
      const names = [kind.toLowerCase(), ...shortNames].join(" ");
      return `${kind} ${plural} ${isNamespaced ? "namespaced" : "global"} ${names} .\n`;
    });
    writeFileSync(join(folder, "resources"), resources.join(""));
    writeFileSync(join(folder, "forbidden"), forbidden.map((action) => `${action}\n`).join(""));
    writeFileSync(join(folder, "settings.json"), JSON.stringify({ resources: RESOURCES, forbidden, plugin: PLUGIN }));
    writeFileSync(join(folder, "kubectl.cjs"), OTHERS);
    const others = `exec '${process.execPath}' "$folder/kubectl.cjs" "$@"`;
    const start = `#!/bin/sh\nfolder='${folder}'\nprintf '%s\\n' "$*" >> "$folder/calls"\n[ "$1" = get ] || ${others}\n${GET}`;
    writeFileSync(join(folder, "kubectl"), start, { mode: 0o755 });
    writeFileSync(join(folder, "calls"), "");
    writeFileSync(join(folder, "created"), "");
  }

  get environment(): { readonly PATH: string } {
    return { PATH: [this.folder, process.env.PATH].join(delimiter) };
  }

  /** The arguments of every call so far. */
  get calls(): string[] {
    return this.lines("calls");
  }

  /** What has been created. */
  get created(): unknown[] {
    return this.lines("created").map((line) => JSON.parse(line));
  }

  private lines(file: string): string[] {
    return readFileSync(join(this.folder, file), "utf8").split("\n").slice(0, -1);
  }
}
