/** `varexpand envfile`: checks an env file, prints its variables, and compares how programs read it. */
import { basename } from "node:path";
import { type Comparison, compareReadings, isAgreed } from "../../../envfile/readers/compare.ts";
import { composeEnvironment } from "../../../expansion/dialects/compose-environment.ts";
import { grouped } from "../../../text/grouped.ts";
import { printable } from "../../../text/printable.ts";
import { startsWithMark } from "../../../text/utf8.ts";
import { nameOf, STDIN } from "../../files/files.ts";
import { formatCount } from "../../files/skipped-files.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { InputErrors, UsageError } from "../../frame/errors.ts";
import { lineWidth } from "../../frame/io.ts";
import { fittedTo } from "../../frame/text-width.ts";
import { assignmentsOf, DIALECTS, envFileOptions } from "../../variables/env-file-options.ts";
import { readEnvFile, readEnvFiles, reportMark, valueIn, variablesIn } from "../../variables/env-file-source.ts";
import { type EnvFileFormat, FORMATS } from "./formats.ts";
import { type OutsideNames, outsideNames } from "./outside.ts";

export const envFileCommand = defineCommand({
  usage: "envfile [-o FORMAT] [--key NAME] [--profile design|kubelet] [--dialect DIALECT] [FILE]",
  description: `
Checks an env file and prints its variables. Without FILE, reads standard input. The default format of the input is
KEP-3721's: lines of NAME='value', where values are literal and can span lines. Each error is reported with its position,
never with a value. If there are errors, prints nothing and exits with 2.

Output formats: env and env-file are KEP-3721's format; env-file rejects values that a kubelet would read differently, and
env allows empty ones. dotenv is for dotenv, Node.js (--env-file), and docker compose; docker is for docker run --env-file; shell
contains export commands, and fish contains commands of fish. k8s is a container's env with a fileKeyRef for each variable. configmap and secret print an object
named by --name. If a format cannot represent a variable, an error names it, and nothing is printed.

--dialect configmap and --dialect secret read a manifest, and use the variables that envFrom sets from its ConfigMap or
Secret. They are never chosen automatically, because the values of a Secret are printed unmasked.

--compare shows where readers of env files disagree: KEP-3721 in both profiles, dotenv, dotenv-expand, Node.js (--env-file),
Bun, Deno, POSIX shells, docker run --env-file, docker compose (env_file), and kubectl create configmap --from-env-file. It
does not run any of them, and it runs no command in the file. The result for shells is limited to files with only assignments
of quoted and plain text. References are looked up in the variables of -e and --envfile, and in the file. A value that
depends on another name is shown with this condition.`,
  options: {
    output: {
      type: "string",
      short: "o",
      value: "FORMAT",
      choices: ["env", "env-file", "dotenv", "docker", "shell", "fish", "json", "k8s", "configmap", "secret"],
      help: "the output format (default: env)",
    },
    key: { type: "string", value: "NAME", help: "print only the value of this variable" },
    profile: {
      type: "string",
      choices: ["design", "kubelet"],
      help: "design (default) follows the KEP; kubelet follows release 1.35",
    },
    dialect: {
      type: "string",
      value: "DIALECT",
      choices: DIALECTS,
      help: "the format of FILE (default: kep, as in KEP-3721)",
    },
    compare: { type: "boolean", help: "show where readers disagree; exit with 1 if they do" },
    env: {
      type: "string",
      short: "e",
      multiple: true,
      value: "NAME=VALUE",
      help: "for --compare: a variable of the readers' environment",
    },
    ...envFileOptions,
    name: { type: "string", value: "NAME", help: "for configmap and secret: the name of the object" },
    volume: { type: "string", value: "NAME", help: "for k8s: the emptyDir volume (default: config)" },
    path: { type: "string", value: "PATH", help: "for k8s: the file in the volume (default: the name of FILE)" },
  },
  requires: { compare: ["env", "envfile"], envfile: ["envfile-dialect"] },
  excludes: { key: ["compare"] },
  common: ["dialect", "output", "key", "compare", "env", "name"],
  examples: [
    `printf "GREETING='hello, world'\\n" | varexpand envfile -o k8s`,
    "varexpand envfile --compare examples/project/garden.env",
    "varexpand envfile --dialect dotenv examples/project/garden.env -o docker",
    "varexpand envfile --dialect dotenv .env -o configmap --name settings | kubectl apply -f -",
    "varexpand envfile --dialect configmap settings.yaml -o docker > docker.env",
  ],
  async run({ options, operands }, io) {
    if (operands.length > 1) throw new UsageError(`${operands.join(" ")}: expected at most one file`);
    const [file = STDIN] = operands;
    const { output = "env", dialect, profile = "design", key } = options;
    if (options.compare && options.output !== undefined && output !== "json") {
      throw new UsageError(`--compare prints text or -o json, not -o ${output}`);
    }
    if (options.compare && (dialect === "configmap" || dialect === "secret")) {
      throw new UsageError(`--compare reads env files, but --dialect ${dialect} reads a manifest`);
    }
    const names = {
      ...referenceOf(file, options.volume, options.path),
      objectName: objectNameFor(output, options.name),
    };
    if (options.compare) {
      const bytes = readEnvFile(file, io);
      if (startsWithMark(bytes)) reportMark(file, io);
      const assigned = assignmentsOf(options.env);
      const settings = { dialect: options["envfile-dialect"], environment: assigned };
      const given = new Map([...(await readEnvFiles(options.envfile, settings, io)), ...assigned]);
      const comparison = compareReadings(bytes, () => composeEnvironment(given));
      const fitted = fittedTo(io.isTerminal ? lineWidth(io) : undefined);
      const outside = outsideNames(bytes, given, comparison);
      io.write(output === "json" ? comparisonJson(comparison, outside) : comparisonText(comparison, outside, fitted));
      return isAgreed(comparison) ? DONE : FINDINGS;
    }

    const settings = { profile, dialect, dialectOption: "--dialect" };
    if (key !== undefined) {
      const value = valueIn(file, key, settings, io);
      if (value === undefined) throw new InputErrors([`${nameOf(file)}: no such variable: ${printable(key)}`]);
      io.write(`${output === "json" ? JSON.stringify(value) : value}\n`);
      return DONE;
    }
    const problems: string[] = [];
    const printed = FORMATS[output](
      variablesIn(file, settings, io),
      (problem) => problems.push(`${nameOf(file)}: ${printable(problem)}`),
      names,
    );
    if (problems.length > 0) throw new InputErrors(problems);
    io.write(printed);
    return DONE;
  },
});

/** The volume and the path of a fileKeyRef, checked as the API server checks them. */
function referenceOf(file: string, volumeName = "config", path = file === STDIN ? "config.env" : basename(file)) {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(volumeName)) {
    throw new UsageError(`--volume ${volumeName}: not a valid DNS label; use at most 63 characters of a-z, 0-9, and -`);
  }
  if (path === "" || path.startsWith("/") || path.split("/")[0]!.startsWith("..") || path.split("/").includes("..")) {
    throw new UsageError(`--path ${path}: the path must be relative and stay inside the volume`);
  }
  return { volumeName, path };
}

/** The name of the object to print; "" for formats that do not print an object. */
function objectNameFor(output: EnvFileFormat, name: string | undefined): string {
  if (output !== "configmap" && output !== "secret") {
    if (name !== undefined) throw new UsageError(`--name applies to -o configmap and -o secret, not to -o ${output}`);
    return "";
  }
  if (name === undefined) throw new UsageError(`-o ${output} requires --name NAME`);
  if (name.length > 253 || !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name)) {
    const rule = "use at most 253 characters of a-z, 0-9, -, and ., with a letter or digit at both ends of each part";
    throw new UsageError(`--name ${name}: not a valid DNS subdomain; ${rule}`);
  }
  return name;
}

function comparisonText(
  { readers, differences, agreed }: Comparison,
  outside: OutsideNames,
  fitted: (line: string) => string,
): string {
  const width = Math.max(...readers.map(({ title }) => title.length));
  const lines = readers.map(({ inherited, title, variables, refusal, runs }) => {
    const taken =
      inherited === undefined
        ? ""
        : `; takes ${inherited.map((name) => printable(name)).join(", ")} from its environment`;
    const commands = runs === undefined ? "" : `; runs a command for ${runs.map((name) => printable(name)).join(", ")}`;
    return `${title.padEnd(width)}  ${refusal ?? formatCount(variables!.size, "variable")}${commands}${taken}`;
  });
  for (const [name, groups] of differences) {
    lines.push("", printable(name));
    for (const [value, readers] of groups) {
      const shown = value === undefined ? "not set" : printable(JSON.stringify(value));
      for (const [unset, alike] of grouped(readers, (reader) => outside(reader, name).join(", "))) {
        const condition = unset === "" ? "" : ` (if their environment does not set ${unset})`;
        lines.push(`  ${alike.map(({ id }) => id).join(", ")}: ${shown}${condition}`);
      }
    }
  }
  const successful = readers.filter(({ variables }) => variables !== undefined).length;
  const others = differences.size === 0 ? "" : `, and differ on ${differences.size}`;
  lines.push("", `${successful} readers agree on ${formatCount(agreed, "variable")}${others}.`, "");
  return lines.map(fitted).join("\n");
}

function comparisonJson({ readers, differences, agreed }: Comparison, outside: OutsideNames): string {
  const result = {
    readers: readers.map(({ id, inherited, title, variables, refusal, runs }) => ({
      id,
      title,
      ...(runs && { runs }),
      ...(inherited && { inherited }),
      ...(refusal === undefined ? { variables: Object.fromEntries(variables!) } : { refusal }),
    })),
    differences: Array.from(differences, ([name, groups]) => ({
      name,
      readings: [...groups].flatMap(([value, readers]) =>
        Array.from(
          grouped(readers, (reader) => outside(reader, name).join(" ")),
          ([unset, alike]) => ({
            readers: alike.map(({ id }) => id),
            value: value ?? null,
            ...(unset !== "" && { unset: unset.split(" ") }),
          }),
        ),
      ),
    })),
    agreed,
  };
  return `${JSON.stringify(result, undefined, 2)}\n`;
}
