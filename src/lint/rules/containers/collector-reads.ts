/** The variables that the configuration of an OpenTelemetryCollector reads. */
import { dialectReferences } from "../../../expansion/compiled/dialect-references.ts";
import { rangeInFile, textsOf } from "../../../kubernetes/flux/index.ts";
import { fileAt, type SourceFile } from "../../../kubernetes/kustomize/index.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { tryOrUndefined } from "../../../text/try-or-undefined.ts";
import { DocumentError } from "../../../yaml/error.ts";
import { type Node, nodeAt, type Path } from "../../../yaml/node.ts";
import { parseYaml } from "../../../yaml/parse.ts";
import type { AppliedObject } from "../../applied-objects.ts";
import type { TextRange } from "../../finding.ts";
import { shownName } from "../../pod-place.ts";
import type { SourceText } from "../../source-text.ts";
import { type Environments, missing, type Read } from "./consumer-environments.ts";

export function isCollector({ apiVersion, kind }: AppliedObject): boolean {
  return apiVersion.startsWith("opentelemetry.io/") && kind === "OpenTelemetryCollector";
}

/**
 * What the collector's container has besides `env` and `envFrom`: pkg/sidecar and internal/manifests/collector in
 * open-telemetry/opentelemetry-operator (SHARD in earlier releases), the container runtime, and the webhooks of clouds.
 */
const SET_FOR_COLLECTORS =
  /^(?:POD_NAME|SHARD|K8S_NODE_NAME|GOMEMLIMIT|GOMAXPROCS|(?:HTTPS?|NO)_PROXY|HOSTNAME|HOME|PATH|TERM|(?:OTEL|KUBERNETES|AWS|AZURE)_\w+)$/i;

/** Other images can set variables. */
const COLLECTOR_IMAGE = /(?:^|\/)(?:otel|opentelemetry-collector-releases)\/opentelemetry-collector/;

/** `${` after an odd number of `$`. */
const ESCAPED = /(?<!\$)\$(?:\$\$)*\$\{/;

export function collectorReads(
  { namespace, spec }: AppliedObject,
  document: Node,
  { text }: SourceText,
  environments: Environments,
): (Read & TextRange)[] {
  const image = memberOf(spec, "image");
  if (image !== undefined && image !== "" && !COLLECTOR_IMAGE.test(`${image}`)) return [];
  const variables = { env: memberOf(spec, "env") ?? [], envFrom: memberOf(spec, "envFrom") ?? [] };
  const [trace] = environments.of({ containers: [{ name: "otc-container", ...variables }] }, namespace);
  const config = nodeAt(document, ["spec", "config"]);
  if (trace === undefined || trace.resolved.error !== undefined || config === undefined) return [];
  const inFile = fileAt(document, ["spec", "config"]);
  return referencesIn(config, inFile ?? { path: "", text }).map(({ file, isPlain, name, path, refused, ...range }) => ({
    name,
    path: ["spec", "config", ...path],
    ...range,
    ...(inFile && { inFile: file }),
    problem: () => {
      if (refused !== undefined) return refusal(name, refused);
      const isSet = trace.definitionOf(name) !== undefined || trace.needOf(name) !== undefined;
      if (isSet || SET_FOR_COLLECTORS.test(name)) return undefined;
      const problem = missing(name, trace, "the collector's container");
      return isPlain === true && problem.meant === undefined ? { ...problem, atMost: "note" } : problem;
    },
  }));
}

/** The references in keys of a ConfigMap that collectors refuse. Their variables are those of other objects. */
export function refusedInConfigMap(
  document: Node,
  { text }: SourceText,
  keys: ReadonlySet<string>,
): (Read & TextRange)[] {
  return [...keys].flatMap((key) => {
    const at = ["data", key];
    const config = nodeAt(document, at);
    const inFile = fileAt(document, at);
    const found = config === undefined ? [] : referencesIn(config, inFile ?? { path: "", text });
    return found.flatMap(({ file, name, refused, ...range }) => {
      if (refused === undefined) return [];
      const problem = () => refusal(name, refused);
      return [{ name, ...range, path: at, ...(inFile && { inFile: file }), problem }];
    });
  });
}

function refusal(name: string, refused: string) {
  return { message: `the Collector refuses ${shownName(name)}: ${refused}` };
}

interface ConfigReference extends TextRange {
  readonly name: string;
  readonly path: Path;
  readonly file: SourceFile;
  /** Whether it is `${NAME}`, which another program can replace before. */
  readonly isPlain?: boolean;
  /** What is wrong with text that the Collector refuses. */
  readonly refused?: string;
}

/** The references without a default in the strings of a configuration, which can itself be a text. */
function referencesIn(config: Node, file: SourceFile): ConfigReference[] {
  return textsOf(config, file).flatMap((text): ConfigReference[] => {
    if (text.isKey) return [];
    const place = ({ start, end }: TextRange) => rangeInFile(text, { start, end });
    if (text.path.length === 0 && text.text.includes("\n")) {
      const inner = { path: "", text: text.text };
      const documents = tryOrUndefined(() => parseYaml(text.text), DocumentError) ?? [];
      const found = documents.flatMap((document) => referencesIn(document, inner));
      return found.map((reference) => ({ ...reference, ...place(reference), path: [], file: text.file }));
    }
    // The Collector does not expand anything after an escaped reference.
    const [reached] = text.text.split(ESCAPED, 1);
    const ascii = reached!.replace(/[^\0-\x7f]/g, "?");
    const refused: Omit<ConfigReference, "path" | "file">[] = [];
    const references = dialectReferences("otel-collector", ascii, ({ message, offset, variable }) => {
      const range = place({ start: offset, end: offset + variable.length });
      refused.push({ name: variable, refused: message, ...range });
    }).flatMap(({ end, names, start }) => {
      const [first] = names;
      const isUri = first?.name.includes(":");
      const isPlain = !text.text.startsWith("${env:", start);
      if (first === undefined || first.hasDefault || isUri) return [];
      return [{ name: first.name, isPlain, ...place({ start, end }) }];
    });
    return [...references, ...refused].map((reference) => ({ ...reference, path: text.path, file: text.file }));
  });
}
