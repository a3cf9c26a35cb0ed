/** Readers of YAML other than ours, and what they read in one form. */
import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadAll } from "js-yaml";
import { parseAllDocuments } from "yaml";
import { missing } from "../tools.ts";

/** The documents of a text in one form, the same for all readers; undefined if the reader refuses the text. */
export type Reader = (text: string) => string | undefined;

/** A value as text that is the same for every reader of it: keys are strings, and sorted. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value instanceof Date || value instanceof Uint8Array || value instanceof Set) return `other ${String(value)}`;
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? JSON.stringify(value) : Object.is(value, -0) ? "0" : String(value);
  }
  const members = value instanceof Map ? [...value] : Object.entries(value);
  const entries = members.map(([key, member]) => `${JSON.stringify(String(key))}:${canonical(member)}`);
  return `{${entries.sort().join(",")}}`;
}

function reader(read: (text: string) => unknown[]): Reader {
  return (text) => {
    try {
      return canonical(read(text));
    } catch {
      return undefined;
    }
  };
}

export const jsYaml = reader((text) => loadAll(text, { json: true, maxDepth: 100 }));

export const npmYaml = reader((text) => {
  const documents = parseAllDocuments(text, { uniqueKeys: false, merge: true, logLevel: "silent" });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS({ maxAliasCount: -1 });
  });
});

const PYTHON = `
import base64, json, sys, yaml
def plain(value):
    if isinstance(value, dict): return {"map": [[str(plain_key(k)), plain(v)] for k, v in value.items()]}
    if isinstance(value, list): return {"list": [plain(v) for v in value]}
    if isinstance(value, bool) or value is None or isinstance(value, str): return {"scalar": value}
    if isinstance(value, int) and abs(value) < 2**53: return {"scalar": value}
    if isinstance(value, float) and value == value and abs(value) < 1e300: return {"scalar": value}
    return {"other": repr(value)}
def plain_key(key): return "true" if key is True else "false" if key is False else "null" if key is None else key
for line in sys.stdin:
    try:
        documents = list(yaml.load_all(base64.b64decode(line).decode(), Loader=yaml.SafeLoader))
        print(json.dumps([plain(one) for one in documents]), flush=True)
    except Exception:
        print("null", flush=True)
`;

type Plain = { map: [string, Plain][] } | { list: Plain[] } | { scalar: unknown } | { other: string };

function fromPython(value: Plain): unknown {
  if ("map" in value) return new Map(value.map.map(([key, member]) => [key, fromPython(member)]));
  if ("list" in value) return value.list.map(fromPython);
  return "scalar" in value ? value.scalar : new Map([["other", value.other]]);
}

/** PyYAML in a process of its own; undefined if it is not installed. */
export function pyYaml(): Reader | undefined {
  const answer = lineProcess(["/usr/bin/python3", "-c", PYTHON], ["/usr/bin/python3", "-c", "import yaml"]);
  if (answer === undefined) {
    missing("PyYAML");
    return undefined;
  }
  return (text) => {
    const read: Plain[] | null = JSON.parse(answer(Buffer.from(text).toString("base64")));
    return read === null ? undefined : canonical(read.map(fromPython));
  };
}

/**
 * A program that answers each line with a line, and is waited for: the process ends with this one.
 *
 * @param check a command that fails if the program is not there
 */
function lineProcess(command: readonly string[], check: readonly string[]): ((line: string) => string) | undefined {
  try {
    execFileSync(check[0]!, check.slice(1), { stdio: "ignore" });
  } catch {
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "yaml-reader-"));
  const [input, output] = [join(folder, "in"), join(folder, "out")];
  execFileSync("mkfifo", [input, output]);
  spawn("sh", ["-c", `exec "$@" <"${input}" >"${output}"`, "sh", ...command], { stdio: "ignore" }).unref();
  const to = openSync(input, "w");
  const from = openSync(output, "r");
  rmSync(folder, { recursive: true });
  process.on("exit", () => closeSync(to));
  const buffer = Buffer.alloc(1 << 16);
  return (line) => {
    for (let bytes = Buffer.from(`${line}\n`); bytes.length > 0; ) bytes = bytes.subarray(writeSync(to, bytes));
    const pieces: Buffer[] = [];
    do {
      const length = readSync(from, buffer);
      if (length === 0) throw new Error(`${command[0]} has ended`);
      pieces.push(Buffer.from(buffer.subarray(0, length)));
    } while (pieces.at(-1)!.at(-1) !== 0x0a);
    return Buffer.concat(pieces).toString();
  };
}
