import { describe, expect, test } from "vitest";
import * as garden from "../src/garden/index.ts";
import * as varexpand from "../src/index.ts";
import * as kubernetes from "../src/kubernetes/index.ts";

/** Arguments that callers without types may pass. */
const {
  applyPodDefaults,
  ClusterIndex,
  compileTemplate,
  compileText,
  Environment,
  escapeDollars,
  expand,
  expandChunks,
  ChunkExpander,
  createExpansionStream,
  mappingFuncFor,
  mergeVariables,
  objectEventRecorderFor,
  overrideVariables,
  parseDotenv,
  parseEnvFile,
  parseQuantity,
  parseVarfile,
  parseVarFlags,
  Project,
  readDotenvKey,
  readEnvFileKey,
  resolveContainer,
  resolvePod,
  resolveTemplateString,
  StreamEventRecorder,
  Substitution,
  traceContainer,
  tracePod,
  unescapeDollars,
  validatePod,
  varfileFormat,
  // biome-ignore lint/suspicious/noExplicitAny: the wrong arguments are the point
} = { ...varexpand, ...kubernetes, ...garden } as any;

const SINK = { output: () => {} };
const MAKE = "new Environment(variables) makes one";

describe("a wrong argument is named in a TypeError", () => {
  test.each<[call: string, run: () => unknown, message: string]>([
    [
      "expand(text, variables)",
      () => expand("$(A)", { A: "1" }),
      "mapping must be a function, not an object: mappingFuncFor(null, variables) makes one",
    ],
    ["expand(5, f)", () => expand(5, String), "input must be a string, not a number"],
    [
      "expand(text)",
      () => expand("text"),
      "mapping must be a function, not undefined: mappingFuncFor(null, variables) makes one",
    ],
    [
      "mappingFuncFor(variables)",
      () => mappingFuncFor({ A: "1" }),
      "recorder.event must be a function, not undefined: pass null to record nothing",
    ],
    [
      "mappingFuncFor(null, text)",
      () => mappingFuncFor(null, "A=1"),
      "a context of variables must be an object, not a string",
    ],
    ["new Environment(text)", () => new Environment("A=1"), "a context of variables must be an object, not a string"],
    [
      "new Environment(list)",
      () => new Environment([["A", "1"]]),
      "a context of variables must be an object, not a list",
    ],
    ["new Environment(null)", () => new Environment({}, null), "a context of variables must be an object, not null"],
    ["Environment.expand()", () => new Environment().expand(), "input must be a string, not undefined"],
    ["Environment.expandAll(text)", () => new Environment().expandAll("$(A)"), "inputs must be a list, not a string"],
    [
      "Environment.expandBytes(text)",
      () => new Environment().expandBytes("$(A)"),
      "the input must be a Uint8Array; encode text first",
    ],
    [
      "new Substitution(syntax, text)",
      () => new Substitution("flux", "A=1"),
      "variables must be an object, not a string",
    ],
    ...(["envsubst", "compose", "flux", "otel"] as const).map((syntax): [string, () => unknown, string] => [
      `Substitution.expandBytes(text) of ${syntax}`,
      () => new Substitution(syntax, {}).expandBytes("$A"),
      "the input must be a Uint8Array; encode text first",
    ]),
    ["compileText(text, syntax)", () => compileText("$A", "envsubst"), "options must be an object, not a string"],
    ["escapeDollars(5)", () => escapeDollars(5), "text must be a string, not a number"],
    ["unescapeDollars()", () => unescapeDollars(), "text must be a string, not undefined"],
    ["parseEnvFile(5)", () => parseEnvFile(5), "source must be an env file, as a string or a Uint8Array, not number"],
    ["parseEnvFile([])", () => parseEnvFile([]), "source must be an env file, as a string or a Uint8Array, not a list"],
    ["parseEnvFile()", () => parseEnvFile(), "source must be an env file, as a string or a Uint8Array, not undefined"],
    [
      "readEnvFileKey(null)",
      () => readEnvFileKey(null, "A"),
      "source must be an env file, as a string or a Uint8Array, not null",
    ],
    ["readEnvFileKey(text)", () => readEnvFileKey("A='1'"), "name must be a string, not undefined"],
    ["parseDotenv(5)", () => parseDotenv(5), "source must be a dotenv file, as a string or a Uint8Array, not number"],
    ["readDotenvKey(text, 5)", () => readDotenvKey("A=1", 5), "name must be a string, not a number"],
    ["resolvePod()", () => resolvePod(), "pod must be an object, not undefined"],
    ["resolvePod(text)", () => resolvePod("kind: Pod"), "pod must be an object, not a string"],
    ["resolvePod(pod, list)", () => resolvePod({}, []), "cluster must be an object, not a list"],
    ["resolvePod(pod, {}, text)", () => resolvePod({}, {}, "kubelet"), "options must be an object, not a string"],
    ["resolveContainer(pod)", () => resolveContainer({}), "containerName must be a string, not undefined"],
    ["tracePod()", () => tracePod(), "pod must be an object, not undefined"],
    ["traceContainer(pod)", () => traceContainer({}), "containerName must be a string, not undefined"],
    ["validatePod()", () => validatePod(), "pod must be an object, not undefined"],
    ["applyPodDefaults()", () => applyPodDefaults(), "pod must be an object, not undefined"],
    ["new ClusterIndex()", () => new ClusterIndex(), "cluster must be an object, not undefined"],
    ["parseQuantity({})", () => parseQuantity({}), "source must be a string or a number, not an object"],
    ["compileTemplate(5)", () => compileTemplate(5), "input must be a string, not a number"],
    ["resolveTemplateString()", () => resolveTemplateString(), "input must be a string, not undefined"],
    ["parseVarFlags(text)", () => parseVarFlags("a=1"), "flags must be a list, not a string"],
    ["parseVarFlags([5])", () => parseVarFlags([5]), "flags[0] must be a string, not a number"],
    ["parseVarfile()", () => parseVarfile(), "source must be a string, not undefined"],
    ["parseVarfile(text)", () => parseVarfile("a=1"), 'format must be "dotenv", "yaml" or "json", not undefined'],
    ["varfileFormat(5)", () => varfileFormat(5), "path must be a string, not a number"],
    ["mergeVariables(text)", () => mergeVariables({}, "a=1"), "layers[1] must be an object, not a string"],
    ["overrideVariables(text)", () => overrideVariables("a", {}), "variables must be an object, not a string"],
    ["overrideVariables({}, list)", () => overrideVariables({}, []), "overrides must be an object, not a list"],
    ["new Project(object)", () => new Project({ kind: "Project" }), "documents must be a list, not an object"],
    [
      "new ChunkExpander(variables)",
      () => new ChunkExpander({ A: "1" }, SINK),
      `environment must be an Environment, not an object: ${MAKE}`,
    ],
    ["new ChunkExpander()", () => new ChunkExpander(), `environment must be an Environment, not undefined: ${MAKE}`],
    [
      "new ChunkExpander(environment)",
      () => new ChunkExpander(new Environment()),
      "sink must be an object, not undefined",
    ],
    [
      "new ChunkExpander(environment, {})",
      () => new ChunkExpander(new Environment(), {}),
      "sink.output must be a function, not undefined",
    ],
    [
      "new ChunkExpander(environment, sink, { format: 'toString' })",
      () => new ChunkExpander(new Environment(), SINK, { format: "toString" }),
      'format must be "text", "json" or "yaml", not toString',
    ],
    [
      "createExpansionStream(variables)",
      () => createExpansionStream({ A: "1" }),
      `environment must be an Environment, not an object: ${MAKE}`,
    ],
    ["objectEventRecorderFor()", () => objectEventRecorderFor(), "object must be an object, not undefined"],
    ["objectEventRecorderFor(object)", () => objectEventRecorderFor({}), "recorder must be an object, not undefined"],
    ["new StreamEventRecorder()", () => new StreamEventRecorder(), "sink must be a function, not undefined"],
  ])("%s", (_, run, message) => {
    expect(run).toThrow(new TypeError(message));
  });

  test("expandChunks(chunks, variables)", async () => {
    const chunks = expandChunks([], { A: "1" });
    await expect(chunks.next()).rejects.toThrow(
      new TypeError(`environment must be an Environment, not an object: ${MAKE}`),
    );
  });
});
