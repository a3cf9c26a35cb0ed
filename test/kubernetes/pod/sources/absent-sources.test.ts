/** The names that sources of `envFrom` outside the input may set. */
import { describe, expect, test } from "vitest";
import { AbsentSources } from "../../../../src/kubernetes/pod/sources/absent-sources.ts";

const needOf = (text: string) => ({ needs: text, needsKind: "object" }) as const;

function sourcesWith(prefixes: readonly string[], onlyStrictNames = false): AbsentSources {
  const sources = new AbsentSources(onlyStrictNames);
  prefixes.forEach((prefix, i) => void sources.add(prefix, i, needOf(`${i}`)));
  return sources;
}

describe.each([false, true])("only strict names: %s", (onlyStrictNames) => {
  test.each<[prefixes: string[], name: string, need: string | undefined]>([
    [[], "A", undefined],
    [[""], "A", "0"],
    [[""], "a.b-C_9", "0"],
    [[""], "", undefined],
    [[""], ".", undefined],
    [[""], "..", undefined],
    [[""], "..a", undefined],
    [[""], ".a", "0"],
    [[""], "a..", "0"],
    [[""], "A B", undefined],
    [[""], "A/B", undefined],
    [[""], "A".repeat(253), "0"],
    [[""], "A".repeat(254), undefined],
    [["P_"], "P_A", "0"],
    [["P_"], "P_", undefined],
    [["P_"], "P", undefined],
    [["P_"], "A", undefined],
    [["P_"], "Q_A", undefined],
    [["P_"], "P_.", undefined],
    [["P_"], "P_..a", undefined],
    [["P_"], `P_${"A".repeat(253)}`, "0"],
    [["P_"], `P_${"A".repeat(254)}`, undefined],
    [["P_", "Q_"], "P_A", "0"],
    [["P_", "Q_"], "Q_A", "1"],
    [["P_", "PP_"], "PP_A", "1"],
    // The last source of a prefix is the one that sets the value.
    [["P_", "P_"], "P_A", "1"],
  ])("sources with the prefixes %j and the name %j", (prefixes, name, need) => {
    expect(sourcesWith(prefixes, onlyStrictNames).needOf(name)?.needs).toBe(need);
  });
});

test("a prefix with other characters than a key, for names that need not be strict", () => {
  for (const [prefix, name] of [
    ["A ", "A B"],
    ["9", "9A"],
    ["A/", "A/B"],
  ] as const) {
    expect(sourcesWith([prefix]).needOf(name)).toEqual(needOf("0"));
    expect(sourcesWith([prefix], true).needOf(name)).toBeUndefined();
  }
  expect(sourcesWith([""]).needOf("9A")).toEqual(needOf("0"));
  expect(sourcesWith([""], true).needOf("9A")).toBeUndefined();
});

test("only the sources after a position count", () => {
  const sources = sourcesWith(["", "P_", "P_"]);
  expect([-1, 0, 1, 2].map((after) => sources.needOf("P_A", after)?.needs)).toEqual(["0", "2", "2", undefined]);
  expect([-1, 0].map((after) => sources.needOf("A", after)?.needs)).toEqual(["0", undefined]);
});

test("a name that is not a likely key depends on the object", () => {
  const namespace = { needs: "the pod's namespace", needsKind: "namespace" } as const;
  const likely = { keys: new Set(["HOST"]), otherwise: needOf("ConfigMap settings") };
  const sources = new AbsentSources(false);
  sources.add("", 0, namespace, likely);
  expect(sources.needOf("HOST")).toEqual(namespace);
  expect(sources.needOf("PORT")).toEqual(likely.otherwise);
  // Another source can set it.
  sources.add("P", 1, needOf("Secret other"));
  expect(sources.needOf("PORT")).toEqual(needOf("Secret other"));
  sources.add("", 2, namespace, likely);
  expect(sources.needOf("QORT")).toEqual(namespace);
});
