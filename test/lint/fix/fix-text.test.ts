/** `--fix`: what has one meaning, and nothing else. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { APPLIED } from "../../../src/kubernetes/cluster/not-applied.ts";
import type { Pod } from "../../../src/kubernetes/pod/objects.ts";
import { resolvePod } from "../../../src/kubernetes/pod/resolve/resolve.ts";
import { FindingCollector } from "../../../src/lint/collector.ts";
import type { Finding } from "../../../src/lint/finding.ts";
import { fixedText, type LintText } from "../../../src/lint/fix/fix-text.ts";
import { lintPart } from "../../../src/lint/manifest-lint.ts";
import { RuleSeverities } from "../../../src/lint/rules/rules.ts";
import { SourceText } from "../../../src/lint/source-text.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { runInMemory } from "../../cli/memory-io.ts";
import { FolderPerTest } from "../../cli/temporary.ts";
import { fuzzCases } from "../../reference/random.ts";
import { clustersOf, jsonPod, pod } from "../looked.ts";

const folder = new FolderPerTest();
const LINT_OPTIONS = { profile: "design", world: "open", extraKinds: [], isKnown: () => false } as const;

async function fixed(text: string): Promise<string> {
  const file = folder.file("a.yaml", text);
  await runInMemory(["lint", "--fix", file]);
  return readFileSync(file, "utf8");
}

async function findings(text: string): Promise<Finding[]> {
  const { output } = await runInMemory(["lint", "-o", "json", "-"], { stdin: text });
  return JSON.parse(output).findings;
}

const VOLUME = "  volumes: [{name: v, emptyDir: {}}]\n";
const A = "- {name: A, value: a}\n";

describe("moves a declaration before its use", () => {
  test("with the comments above it, and with comments in it", async () => {
    const text = pod(`env: # all
# the address
- name: URL
  value: http://$(HOST) # of the database
${A}# the host
# of the database
- name: HOST  # a name
  # a value
  value: db

# the last
- {name: Z, value: z}`);
    expect(await fixed(text)).toBe(
      pod(`env: # all
# the host
# of the database
- name: HOST  # a name
  # a value
  value: db
# the address
- name: URL
  value: http://$(HOST) # of the database
${A}
# the last
- {name: Z, value: z}`),
    );
  });

  test("before the first of its uses, and one after the other", async () => {
    const text = pod(
      "env:\n- {name: U, value: $(H)}\n- {name: V, value: $(H)$(P)}\n- {name: P, value: $(H)}\n- {name: H, value: h}",
    );
    expect(await fixed(text)).toBe(
      pod(
        "env:\n- {name: H, value: h}\n- {name: U, value: $(H)}\n- {name: P, value: $(H)}\n- {name: V, value: $(H)$(P)}",
      ),
    );
  });

  test("with the declarations that it refers to, and past a use that is suppressed", async () => {
    const ignored = "- {name: I, value: $(H)} # varexpand-ignore use-before-declaration: meant\n";
    const [u, o, d, z] = [
      "{name: U, value: $(H)}",
      "{name: P, value: p}",
      "{name: H, value: $(P)}",
      "{name: K, value: k}",
    ];
    expect(await fixed(pod(`env:\n${ignored}- ${u}\n- ${o}\n- ${z}\n- ${d}\n- ${z.replace("K", "L")}`))).toBe(
      pod(`env:\n${ignored}- ${o}\n- ${d}\n- ${u}\n- ${z}\n- ${z.replace("K", "L")}`),
    );
    // The use that is suppressed stays before the declaration, which keeps its value.
    expect(await fixed(pod(`env:\n- ${u}\n${ignored}- {name: H}`))).toBe(pod(`env:\n${ignored}- {name: H}\n- ${u}`));
  });

  test("in a list that also has a cycle", async () => {
    const [u, a, b, h] = [
      "{name: U, value: $(H)$(A)}",
      "{name: A, value: $(B)}",
      "{name: B, value: $(A)}",
      "{name: H}",
    ];
    expect(await fixed(pod(`env:\n- ${u}\n- ${a}\n- ${b}\n- ${h}`))).toBe(pod(`env:\n- ${h}\n- ${a}\n- ${u}\n- ${b}`));
  });

  test("keeps the order of duplicate names and of entries that refer to them", async () => {
    const others = "- {name: D, value: a}\n- {name: V, value: $(D)}\n- {name: D, value: b}";
    expect(await fixed(pod(`env:\n${others}\n- {name: U, value: $(H)}\n- {name: H, value: $(D)$(V)}`))).toBe(
      pod(`env:\n${others}\n- {name: H, value: $(D)$(V)}\n- {name: U, value: $(H)}`),
    );
  });

  test("does not move an entry whose dash is on another line, or that shares its line", async () => {
    const dashAbove = "-\n  name: HOST\n  value: db";
    for (const entries of [
      `- name: URL\n  value: $(HOST)\n${dashAbove}`,
      `-\n  name: URL\n  value: $(HOST)\n- name: HOST\n  value: db`,
    ]) {
      const text = pod(`env:\n${entries}`);
      expect((await findings(text)).map(({ rule }) => rule)).toEqual(["use-before-declaration"]);
      expect(await fixed(text)).toBe(text);
    }
  });

  test("with the closing bracket on a line of its own", async () => {
    const text = pod("env:\n- {name: U, value: $(H)}\n- {name: H,\n   value: h\n  } # }\n- {name: I, value: i}");
    expect(await fixed(text)).toBe(
      pod("env:\n- {name: H,\n   value: h\n  } # }\n- {name: U, value: $(H)}\n- {name: I, value: i}"),
    );
  });

  test.each([
    { title: "flow style", text: pod("env: [{name: U, value: $(H)}, {name: H, value: h}]") },
    {
      title: "JSON",
      text: jsonPod({
        env: [
          { name: "U", value: "$(H)" },
          { name: "H", value: "h" },
        ],
      }),
    },
    {
      title: "anchors and aliases",
      text: pod("env:\n- {name: U, value: $(H)}\n- {name: H, value: &h h}\n- {name: I, value: *h}"),
    },
    {
      title: "block scalars that keep the line breaks that follow them",
      text: pod("env:\n- name: U\n  value: |+\n   $(H)\n- {name: H, value: h}"),
    },
    { title: "merges", text: pod("env:\n- {name: U, value: $(H)}\n- {name: H, <<: {value: h}}") },
    {
      title: "two of a name",
      text: pod("env:\n- {name: U, value: $(H)}\n- {name: H, value: h}\n- {name: H, value: i}"),
    },
    { title: "a circle", text: pod("env:\n- {name: U, value: $(H)}\n- {name: H, value: $(U)}") },
    {
      title: "a longer circle",
      text: pod("env:\n- {name: A, value: $(B)}\n- {name: B, value: $(C)}\n- {name: C, value: $(A)}"),
    },
  ])("not in $title", async ({ text }) => {
    expect(await fixed(text)).toBe(text);
  });
});

describe("replaces ${NAME} with $(NAME)", () => {
  test("where the variable has its value", async () => {
    const text = pod(
      `args: ['中\${A}', "x$A"]\nenv:\n${A}- name: B\n  value: x\${A}\${C}y\${D}\n- {name: D, value: d}`,
    );
    expect(await fixed(text)).toBe(
      pod(`args: ['中$(A)', "x$A"]\nenv:\n${A}- name: B\n  value: x$(A)\${C}y\${D}\n- {name: D, value: d}`),
    );
  });

  test("in a mount", async () => {
    const mount = (path: string) =>
      pod(`env:\n${A}volumeMounts:\n- {name: v, mountPath: /v, subPathExpr: ${path}}`, VOLUME);
    expect(await fixed(mount("'x${A}'"))).toBe(mount("'x$(A)'"));
  });

  test("not in a probe, nor before another value", async () => {
    for (const members of [
      `livenessProbe: {exec: {command: ['x\${A}']}}\nenv:\n${A}`,
      `env:\n${A}- {name: B, value: 'x\${A}'}\n- {name: A, value: b}`,
    ]) {
      expect(await fixed(pod(members))).toBe(pod(members));
    }
  });

  test("in JSON, and not with a default", async () => {
    const env = [{ name: "A", value: "a" }];
    expect(await fixed(jsonPod({ args: ['"${A}"', "${A:-b}c"], env }))).toBe(
      jsonPod({ args: ['"$(A)"', "${A:-b}c"], env }),
    );
  });
});

describe("replaces subPath with subPathExpr", () => {
  const mount = (key: string, value: string) =>
    pod(`env:\n${A}volumeMounts:\n- {name: v, mountPath: /v, ${key}: ${value}} # x`, VOLUME);

  test("with or without quotes", async () => {
    expect(await fixed(mount("subPath", "a/$(A)"))).toBe(mount("subPathExpr", "a/$(A)"));
    expect(await fixed(mount('"subPath"', "'$(A)'"))).toBe(mount('"subPathExpr"', "'$(A)'"));
  });

  test.each(["$(A)$$", "$(A)$(B)", "$(B)$(A)", "$(A)${A}"])("not %s", async (value) => {
    expect(await fixed(mount("subPath", value))).toBe(mount("subPath", value));
  });
});

describe("how often a text is read", () => {
  /** The fixed text, and how often it was read. */
  function fixedIn(env: readonly string[], after = "") {
    let readings = 0;
    const collector = new FindingCollector({ severities: new RuleSeverities(new Map()), isIgnored: () => false });
    const lint: LintText = (text, onPod) => {
      readings++;
      const documents = parseManifest(text);
      const source = new SourceText(text);
      const context = { clusters: clustersOf([]), role: APPLIED };
      const found = lintPart({ documents }, source, context, { ...LINT_OPTIONS, onPod });
      return { findings: collector.reported("f", source, { ...found, documents }) };
    };
    const { left, text } = fixedText(pod(`env:\n${env.join("\n")}`, after), lint)!;
    return { left, text, readings };
  }

  test("twice for a chain of declarations in reverse order", () => {
    const chain = Array.from({ length: 100 }, (_, i) => `- {name: A${i}, value: x$(A${i + 1})}`);
    const last = "- {name: A100, value: x}";
    expect(fixedIn([...chain, last])).toEqual({
      text: pod(`env:\n${[last, ...chain.toReversed()].join("\n")}`),
      left: [],
      readings: 2,
    });
  });

  test("once for a cycle, which is kept", () => {
    const circle = Array.from({ length: 100 }, (_, i) => `- {name: A${i}, value: x$(A${(i + 1) % 100})}`);
    expect(fixedIn(circle)).toEqual({
      text: pod(`env:\n${circle.join("\n")}`),
      left: [{ count: 99, reason: "entries refer to each other in a circle" }],
      readings: 1,
    });
  });

  test("a few times more for one fix that does something else", () => {
    const mount = (i: number) => `    - {name: v, mountPath: /v${i}, subPath: $(A${i})}`;
    const mounts = Array.from({ length: 100 }, (_, i) => mount(i));
    const env = Array.from({ length: 100 }, (_, i) => `- {name: A${i}, value: ${i === 40 ? "../x" : "x"}}`);
    const after = (lines: readonly string[]) => `    volumeMounts:\n${lines.join("\n")}\n${VOLUME}`;
    const { left, readings, text } = fixedIn(env, after(mounts));
    const expected = mounts.map((line, i) => (i === 40 ? line : line.replace("subPath", "subPathExpr")));
    expect(text).toBe(pod(`env:\n${env.join("\n")}`, after(expected)));
    expect(left).toEqual([{ count: 1, reason: "another finding would appear" }]);
    expect(readings).toBeLessThan(20);
  });
});

test("does not fix suppressed findings or findings of disabled rules", async () => {
  const text = pod(`args: ['x\${A}']\nenv:\n${A}`);
  const file = folder.file("a.yaml", text);
  await runInMemory(["lint", "--fix", "--rule", "shell-syntax=off", file]);
  expect(readFileSync(file, "utf8")).toBe(text);
  const suppressed = text.replace("    args:", "    # varexpand-ignore shell-syntax: meant\n    args:");
  expect(await fixed(suppressed)).toBe(suppressed);
});

/** A list of variables that refer to each other in any order, in texts with comments and in several styles. */
const entry = fc.record({
  name: fc.constantFrom("A", "B", "C", "D", "E"),
  parts: fc.array(fc.constantFrom("$(A)", "$(B)", "$(C)", "$(D)", "${A}", "${B}", "$$", "x", "中"), { maxLength: 3 }),
  style: fc.constantFrom("plain", "quoted", "flow", "folded"),
  comment: fc.boolean(),
});

function entryText({
  comment,
  name,
  parts,
  style,
}: {
  comment: boolean;
  name: string;
  parts: string[];
  style: string;
}) {
  const value = `v${parts.join("")}`;
  const above = comment ? `# about ${name}\n` : "";
  if (style === "flow") return `${above}- {name: ${name}, value: '${value}'} # ${name}`;
  const written = style === "folded" ? `>-\n    ${value}` : style === "quoted" ? `"${value}"  # q` : value;
  return `${above}- name: ${name}\n  value: ${written}`;
}

/** What the container sees, but for what refers to a variable. */
function plainValues(text: string): Map<string, string> {
  const [root] = parseManifest(text);
  const { env } = resolvePod(root!.value as Pod).containers[0]!;
  return new Map(env.map(({ name, value }) => [name, value]));
}

test("findings become fewer, only what was wrong changes, every line stays, and a second run changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { selector: ({ name }) => name, minLength: 2 }),
      fc.boolean(),
      async (entries, isCrLf) => {
        const lines = `env:\n${entries.map(entryText).join("\n")}\nargs: ["\${A}y", "$(B)"]`;
        const text = isCrLf ? pod(lines).replaceAll("\n", "\r\n") : pod(lines);
        const result = await fixed(text);
        if (result === text) return;
        const before = await findings(text);
        expect((await findings(result)).length).toBeLessThan(before.length);
        expect(await fixed(result)).toBe(result);
        // Lines move, and `${A}` becomes `$(A)`: nothing else.
        const sorted = (each: string) =>
          each
            .replace(/\$\{(.)\}/g, "$($1)")
            .split("\n")
            .sort()
            .join("\n");
        expect(sorted(result)).toBe(sorted(text));
        const wrong = new Set(before.flatMap(({ fix, line }) => (fix === undefined ? [] : [line])));
        const [was, is] = [plainValues(text), plainValues(result)];
        expect([...is.keys()].sort()).toEqual([...was.keys()].sort());
        // A variable without a reference keeps its value.
        for (const { name, parts } of entries)
          if (!parts.some((part) => /[A-D]/.test(part))) expect(is.get(name)).toBe(was.get(name));
        expect(wrong.size).toBeGreaterThan(0);
      },
    ),
    { numRuns: fuzzCases(200), seed: 20_261_128 },
  );
});
