/** The values of variables in the OpenTelemetry Collector's configuration: YAML, which can be a list or a mapping. */
import { DocumentError } from "../../yaml/error.ts";
import { dereferenced, type Node, nodeAt, type ScalarNode } from "../../yaml/node.ts";
import { parseYaml } from "../../yaml/parse.ts";
import { doubleQuoted } from "../../yaml/write/string.ts";
import type { CollectorValue, ReadValue } from "../variables.ts";

/** Plain scalars that go-yaml v3, which the Collector uses, reads differently from v2: strings... */
const STRING = /^(?:[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/;
/** ...and numbers and dates. */
const OTHER =
  /^(?:[-+]?0o[0-7]+|\d{4}-\d\d?-\d\d?(?:[Tt \t]+\d\d?:\d\d:\d\d(?:\.\d+)?(?: *Z| *[-+]\d\d?(?::\d\d)?)?)?)$/;

/** The value on one line, if it is not a string; text that is not YAML is a string. */
export const readCollectorValue: ReadValue = (text, expand) => {
  let node: Node | undefined;
  try {
    [node] = parseYaml(text);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return undefined;
  }
  if (node === undefined) return "null";
  return node.kind === "scalar" && isString(text, node) ? undefined : written(text, node, expand);
};

function isString(text: string, { end, start, style, tag, value }: ScalarNode): boolean {
  if (style !== "plain" || tag !== "") return typeof value === "string";
  const source = text.slice(start, end);
  return STRING.test(source) || (typeof value === "string" && !OTHER.test(source));
}

function written(text: string, node: Node, expand: (text: string) => CollectorValue): string {
  const target = dereferenced(node);
  if (target.kind === "sequence") return `[${target.items.map((item) => written(text, item, expand)).join(", ")}]`;
  if (target.kind === "mapping") {
    const members = Object.keys(target.value).map(
      (key) => `${doubleQuoted(key)}: ${written(text, nodeAt(target, [key])!, expand)}`,
    );
    return `{${members.join(", ")}}`;
  }
  if (!isString(text, target))
    return target.style === "plain" && target.tag === ""
      ? text.slice(target.start, target.end) || "null"
      : `${target.value}`;
  const value = expand(typeof target.value === "string" ? target.value : text.slice(target.start, target.end));
  return value.isString ? doubleQuoted(value.text) : value.text;
}
