/** Lint takes linear time, whatever there are many of. */
import { expect, test } from "vitest";
import { composeFiles } from "../../src/compose/project.ts";
import { APPLIED } from "../../src/kubernetes/cluster/not-applied.ts";
import { PodClusters } from "../../src/kubernetes/cluster/pod-cluster.ts";
import { sharedIn } from "../../src/kubernetes/cluster/shared-objects.ts";
import { FindingCollector } from "../../src/lint/collector.ts";
import { lintCompose } from "../../src/lint/compose-lint.ts";
import { lintEnvFile } from "../../src/lint/envfile-lint.ts";
import { lintPart } from "../../src/lint/manifest-lint.ts";
import { RuleSeverities } from "../../src/lint/rules/rules.ts";
import { SourceText } from "../../src/lint/source-text.ts";
import { SetObjects } from "../../src/repository/input-objects.ts";
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { hostOf } from "../compose/host.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

const newCollector = () => new FindingCollector({ severities: new RuleSeverities(new Map()), isIgnored: () => false });

function lint(text: string): number {
  const documents = parseManifest(text, KUBERNETES);
  const source = new SourceText(text);
  const clusters = new PodClusters(
    { services: [], configMaps: [], secrets: [], nodes: [] },
    { podIPs: [], volumeContents: {} },
  );
  const context = { clusters, role: APPLIED };
  const options = { profile: "design", world: "closed", extraKinds: [], isKnown: () => false } as const;
  const collector = newCollector();
  collector.add("f", source, { ...lintPart({ documents }, source, context, options), documents });
  return collector.findings.length + collector.more + collector.remarkLines().length;
}

const podOf = (containers: readonly object[], metadata: object = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", ...metadata },
  spec: { containers: containers.map((container) => ({ name: "a", image: "a", ...container })) },
});
const oneOf = (container: object) => JSON.stringify(podOf([container]), undefined, 1);
const missing = { valueFrom: { configMapKeyRef: { name: "none", key: "k" } } };

/** A pod in YAML whose argument has many references, with comments before it. */
const commented = (comments: string, args: readonly string[]) => `apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: a
    image: a
${comments}    args:
${args.map((arg) => `    - ${arg}\n`).join("")}`;
const COMMENT = "varexpand-ignore undefined-reference: meant\n";

/** A text that has many of something; `least` findings and remarks for each of them. */
const SHAPES: [string, number, (size: number) => string][] = [
  ["manifests", 1, (size) => many(size, () => `${oneOf({ args: ["$(A)"] })}\n`).join("---\n")],
  ...["$(A) ", "$A ", "$$ ", "$(B:-x) ", "${A:-x} "].map((piece): [string, number, (size: number) => string] => [
    `uses ${piece}in one string`,
    1,
    (size) =>
      oneOf({
        env: [
          ...(piece.includes("(A") ? [] : [{ name: "A", value: "a" }]),
          { name: "B", value: piece.repeat(size) },
          { name: "C", value: "d$$$$e" },
        ],
      }),
  ]),
  [
    "containers",
    2,
    (size) =>
      JSON.stringify(
        podOf(
          many(size, (i) => ({
            name: `c${i}`,
            args: ["$(A)"],
            env: [
              { name: "B", value: "a" },
              { name: "B", value: "b" },
            ],
          })),
        ),
      ),
  ],
  [
    "containers that do not start, and problems",
    1.9,
    (size) => JSON.stringify(podOf(many(size, () => ({ name: "same", env: [{ name: "A", ...missing }] })))),
  ],
  [
    "variables that are declared too late",
    1,
    (size) => oneOf({ env: many(size, (i) => ({ name: `A${i}`, value: `$(A${i + 1})` })) }),
  ],
  ...["$(A)", "x${A}"].map((value): [string, number, (size: number) => string] => [
    `variables with one name, and the value ${value}`,
    0,
    (size) => oneOf({ env: many(size, () => ({ name: "A", value })) }),
  ]),
  [
    "variables with a lost dollar",
    1,
    (size) => oneOf({ env: many(size, (i) => ({ name: `A${i}`, value: `v${i}-$$x` })) }),
  ],
  [
    "suppressions at the end of lines",
    0,
    (size) =>
      commented(
        "",
        many(size, () => `$(A) # ${COMMENT}`.trimEnd()),
      ),
  ],
  [
    "suppressions that are unused",
    1,
    (size) =>
      commented(
        "",
        many(size, () => `a # ${COMMENT}`.trimEnd()),
      ),
  ],
  [
    "suppressions of one value with many findings",
    0,
    (size) =>
      commented(
        `    # ${COMMENT}`.repeat(size),
        many(size, () => "$(A)"),
      ),
  ],
  [
    "pods of one object, each with its annotation",
    1,
    (size) => {
      const annotations = { "varexpand.dev/ignore": "lost-dollar" };
      const objects = many(size, () => podOf([{}], { annotations }));
      return JSON.stringify({
        apiVersion: "template.openshift.io/v1",
        kind: "Template",
        metadata: { name: "t" },
        objects,
      });
    },
  ],
];

test.each(SHAPES)("%s", (_, least, shape) => {
  const texts = new Map<number, string>();
  const run = (size: number) => {
    if (!texts.has(size)) texts.set(size, shape(size));
    expect(lint(texts.get(size)!)).toBeGreaterThanOrEqual(least * size);
  };
  run(100);
  expect(growthExponent(run, 100)).toBeLessThan(LINEAR);
});

test.each([
  ["lines that every reader reads", 0, (i: number) => `A${i}='a'\n`],
  ["lines that readers disagree about", 1, (i: number) => `A${i}=a#b\n`],
  ["lines with one name", 0, () => "A='a'\n"],
  ["lines that are suppressed", 0, (i: number) => `# varexpand-ignore envfile-dialect: meant\nA${i}=a#b\n`],
  ["comments", 0, () => "# varexpand-ignore envfile-dialect: meant\n"],
])("a long env file: %s", (_, least, line) => {
  const texts = new Map<number, string>();
  const run = (size: number) => {
    if (!texts.has(size)) texts.set(size, `${many(size, line).join("")}B='b'\n`);
    const text = texts.get(size)!;
    const source = new SourceText(text);
    const collector = newCollector();
    const options = { profile: "design", name: "f.env", isKnown: () => false } as const;
    collector.add("f", source, lintEnvFile(Buffer.from(text), source, options)!);
    expect(collector.findings.length + collector.more).toBeGreaterThanOrEqual(least * size);
  };
  run(250);
  expect(growthExponent(run, 250)).toBeLessThan(LINEAR);
});

test.each([
  ["open brackets after tabs and carriage returns", "\t[\r"],
  ["spaces", " "],
])("an env file of %s", (_, piece) => {
  const run = (size: number) => {
    const text = `${piece.repeat(size)}=`;
    const options = { profile: "design", name: ".env", isKnown: () => false } as const;
    lintEnvFile(Buffer.from(text), new SourceText(text), options);
  };
  run(2000);
  expect(growthExponent(run, 2000)).toBeLessThan(LINEAR);
});

test("a folder of files that define one object", () => {
  const value = { kind: "ConfigMap", metadata: { name: "same" } };
  const run = (size: number) => {
    const set = new SetObjects({ podIPs: [], volumeContents: {} });
    const files = many(size, (i) => `${i}.yaml`);
    for (const file of files) set.add(file, sharedIn(value));
    for (const file of files) set.of(file);
  };
  run(500);
  expect(growthExponent(run, 500)).toBeLessThan(LINEAR);
});

const ENV = (size: number) => many(size, (i) => `W_${i}_A=1\n`).join("");
test.each<[string, number, (size: number) => string]>([
  [
    "a long command with assignments",
    1,
    (size) => `command: sh -c '${many(size, (i) => `V${i}=1; echo $V${i}`).join(" ")}'`,
  ],
  [
    "a block scalar with a name in each line",
    0,
    (size) => `command: |\n${many(size, (i) => `      é $V${i}\n`).join("")}`,
  ],
  ["similar names", 1, (size) => `labels:\n${many(size, (i) => `      - $V_${i}_A\n`).join("")}`],
  ["references that are not closed", 0, (size) => `image: ${"${A:-".repeat(size)}`],
  [
    "references in references",
    0,
    (size) => `labels: [${many(size, () => `"${"${A:-".repeat(50)}${"}".repeat(50)}"`).join()}]`,
  ],
  [
    "names that the container sets",
    1,
    (size) => `env_file: [.env]\n    labels:\n${many(size, (i) => `      - $W_${i}_AB\n`).join("")}`,
  ],
])("a Compose file: %s", (_, least, service) => {
  const hosts = new Map<number, ReturnType<typeof hostOf>>();
  const run = (size: number) => {
    const text = `services:\n  app:\n    ${service(size)}\n`;
    const host = hosts.get(size) ?? hostOf({ "/compose.yaml": text, "/.env": ENV(size) });
    hosts.set(size, host);
    const [file] = composeFiles(host, ["/compose.yaml"]);
    const source = new SourceText(file!.text);
    const collector = newCollector();
    const findings = lintCompose(file!, host, { isComplete: false, isKnown: () => false });
    collector.add("f", source, { findings, documents: file!.documents });
    expect(collector.findings.length).toBeGreaterThanOrEqual(least * size);
  };
  run(100);
  expect(growthExponent(run, 100)).toBeLessThan(LINEAR);
});
