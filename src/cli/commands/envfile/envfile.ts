/** `varexpand envfile`: checks an env file, and prints what is in it. */
import { basename } from "node:path";
import { parseEnv } from "node:util";
import { compareReadings, isAgreed } from "../../../envfile/readers/compare.ts";
import { printable } from "../../../text/printable.ts";
import { startsWithMark } from "../../../text/utf8.ts";
import { nameOf, STDIN } from "../../files/files.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { InputErrors, UsageError } from "../../frame/errors.ts";
import { comparisonJson, comparisonText } from "./compare.ts";
import { type EnvFileFormat, FORMATS } from "./formats.ts";
import { isManifestDialect, manifestSource } from "./manifest.ts";
import { envFileSource, readEnvFile, reportMark } from "./source.ts";

export const envFileCommand = defineCommand({
  usage: "envfile [-o FORMAT] [--key NAME] [--profile design|kubelet] [--dialect DIALECT] [FILE]",
  description: `
Checks an env file (standard input without FILE) and prints its variables. The format is KEP-3721's: NAME='value' lines,
values literal and possibly over several lines. Each mistake is reported with its place, never with
its text; then nothing is printed, and the exit code is 2.

Formats: env-file is KEP-3721's, and refuses what the kubelet would read otherwise; env is the same, and keeps empty
values. dotenv is for dotenv, Node.js (--env-file) and docker compose, docker for docker run --env-file, shell has export
commands. k8s is a container's env with a fileKeyRef for each variable; configmap and secret are the object with --name.
If a format cannot hold a variable, an error names it, and nothing is printed.

--dialect configmap and --dialect secret read a manifest in place of an env file, and take the variables that envFrom
makes of the ConfigMap or Secret in it. Nothing chooses them by the file's content, because a Secret's values are printed in the
clear.

--compare prints where the readers of such files disagree: KEP-3721 in both profiles, dotenv, Node.js (--env-file), a
POSIX shell, docker run --env-file, docker compose (env_file) and kubectl create configmap --from-env-file. None of
them is run: varexpand works each reading out. It does not know a shell's reading of a file that has anything but
assignments of quoted and plain text, nor a reading that depends on the variables of the command that reads the file.`,
  options: {
    output: {
      type: "string",
      short: "o",
      value: "FORMAT",
      choices: ["env", "env-file", "dotenv", "docker", "shell", "json", "k8s", "configmap", "secret"],
      help: "the format to print, env by default",
    },
    key: { type: "string", value: "NAME", help: "print the value of one variable" },
    profile: { type: "string", choices: ["design", "kubelet"], help: "the KEP's text (the default), or kubelet 1.35" },
    dialect: {
      type: "string",
      value: "DIALECT",
      choices: ["kep", "dotenv", "configmap", "secret"],
      help: "how to read FILE: kep is KEP-3721 (default), configmap and secret are manifests",
    },
    compare: { type: "boolean", help: "show where readers disagree about the file, and exit with 1 if they do" },
    name: { type: "string", value: "NAME", help: "for configmap and secret: the object's name" },
    volume: { type: "string", value: "NAME", help: "for k8s: the emptyDir volume; config by default" },
    path: { type: "string", value: "PATH", help: "for k8s: the file in the volume; FILE's last part by default" },
  },
  examples: [
    `printf "GREETING='hello, world'\\n" | varexpand envfile -o k8s`,
    "varexpand envfile --compare .env",
    "varexpand envfile --dialect dotenv .env > config.env",
    "varexpand envfile --dialect dotenv .env -o configmap --name settings | kubectl apply -f -",
    "varexpand envfile --dialect configmap settings.yaml -o docker > docker.env",
  ],
  run({ options, operands }, io) {
    if (operands.length > 1) throw new UsageError(`one file at a time, not ${operands.join(" ")}`);
    const [file = STDIN] = operands;
    const { output = "env", dialect = "kep", profile = "design", key } = options;
    if (options.compare && key !== undefined) throw new UsageError("--compare shows a whole file; leave out --key");
    if (options.compare && options.output !== undefined && output !== "json") {
      throw new UsageError(`--compare prints text or -o json, not -o ${output}`);
    }
    if (options.compare && isManifestDialect(dialect)) {
      throw new UsageError(`--compare is about env files, and --dialect ${dialect} reads a manifest`);
    }
    const names = {
      ...referenceOf(file, options.volume, options.path),
      objectName: objectNameFor(output, options.name),
    };
    if (options.compare) {
      const bytes = readEnvFile(file, io);
      if (startsWithMark(bytes)) reportMark(file, io);
      const comparison = compareReadings(bytes, parseEnv, `Node.js ${process.version}`);
      io.write(output === "json" ? comparisonJson(comparison) : comparisonText(comparison));
      return isAgreed(comparison) ? DONE : FINDINGS;
    }

    const source = isManifestDialect(dialect)
      ? manifestSource(file, dialect, io)
      : envFileSource(
          file,
          { profile, dialect, dialectOption: options.dialect === undefined ? "--dialect" : undefined },
          io,
        );
    if (key !== undefined) {
      const value = source.valueOf(key);
      if (value === undefined) throw new InputErrors([`${nameOf(file)}: there is no variable ${printable(key)}`]);
      io.write(`${output === "json" ? JSON.stringify(value) : value}\n`);
      return DONE;
    }
    const problems: string[] = [];
    const printed = FORMATS[output](
      source.variables(),
      (problem) => problems.push(`${nameOf(file)}: ${printable(problem)}`),
      names,
    );
    if (problems.length > 0) throw new InputErrors(problems);
    io.write(printed);
    return DONE;
  },
});

/** What a manifest calls the file, with the rules of the API for both. */
function referenceOf(file: string, volumeName = "config", path = file === STDIN ? "config.env" : basename(file)) {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(volumeName)) {
    throw new UsageError(`--volume ${volumeName}: a volume's name is a DNS label: a-z, 0-9 and -, at most 63 of them`);
  }
  if (path === "" || path.startsWith("/") || path.split("/")[0]!.startsWith("..") || path.split("/").includes("..")) {
    throw new UsageError(`--path ${path}: the path must be relative and stay inside the volume`);
  }
  return { volumeName, path };
}

/** The name of the object that is printed; "" for formats that are no object. */
function objectNameFor(output: EnvFileFormat, name: string | undefined): string {
  if (output !== "configmap" && output !== "secret") {
    if (name !== undefined) throw new UsageError(`--name is for -o configmap and -o secret, not for -o ${output}`);
    return "";
  }
  if (name === undefined) throw new UsageError(`-o ${output} needs the object's name: --name NAME`);
  if (name.length > 253 || !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name)) {
    const rule = "a-z, 0-9, - and ., at most 253 of them, with a letter or digit at both ends of each part";
    throw new UsageError(`--name ${name}: an object's name is a DNS subdomain: ${rule}`);
  }
  return name;
}
