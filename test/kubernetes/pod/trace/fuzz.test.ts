/** Random containers, judged as in the reference, and with the same result as without a trace. */
import { expect, test } from "vitest";
import { type Pod, resolvePod, tracePod } from "../../../../src/index.ts";
import { formatPath } from "../../../../src/kubernetes/pod/path.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";
import { referenceTrace, type TracedContainer } from "../../../reference/trace.ts";

const NAMES = ["A", "B", "C", "a.b", "C ", "__proto__", "A:-b", "..", "1", "\u{1f600}"];
const PIECES = [
  ..."$(){}x1-_ \n",
  "$$",
  "$(",
  "${",
  "é\u{1f600}",
  ...NAMES.flatMap((name) => [name, `$(${name})`, `$$(${name})`, `\${${name}}`, `$${name}`]),
];

test("random containers are judged as in the reference", () => {
  const seed = 20_261_122;
  const random = new Random(seed);
  const list = <T>(most: number, make: () => T) => Array.from({ length: random.below(most + 1) }, make);
  const text = () => list(6, () => random.pick(PIECES)).join("");
  for (let i = 0; i < fuzzCases(4000); i++) {
    const given: TracedContainer = {
      env: list(5, () => ({ name: random.pick(NAMES), value: text() })),
      data: random.below(3) === 0 ? undefined : Object.fromEntries(list(3, () => [random.pick(NAMES), text()])),
      args: list(2, text),
      // A shell takes a word that begins with a dash for an option.
      script: `x${text()}`,
      hook: text(),
    };
    const label = `seed ${seed}, case ${i}: ${JSON.stringify(given)}`;
    const { env, data, args, script, hook } = given;
    const container = {
      name: "app",
      env,
      envFrom: [{ configMapRef: { name: "c" } }],
      command: ["sh", "-c", script],
      args,
      lifecycle: { preStop: { exec: { command: ["echo", hook] } } },
    };
    const pod: Pod = { metadata: { namespace: "shop" }, spec: { enableServiceLinks: false, containers: [container] } };
    const cluster = { configMaps: data === undefined ? [] : [{ metadata: { name: "c", namespace: "shop" }, data }] };
    const traced = tracePod(pod, cluster).containers[0]!;
    expect(
      traced.uses
        .filter(({ path }) => path.at(-1) !== "name")
        .map(
          ({ path, start, end, name, verdict }) => `${formatPath(path.slice(3))} ${start}-${end} ${name} ${verdict}`,
        ),
      label,
    ).toEqual(referenceTrace(given));
    const resolved = resolvePod(pod, cluster).containers[0]!;
    expect(traced.resolved, label).toEqual(resolved);
    const unresolved = traced.uses.filter(
      ({ verdict, form }) =>
        (form === "reference" || form === "default") && !["expanded", "not-expanded-here"].includes(verdict),
    );
    const key = ({
      path,
      start,
      end,
      verdict,
      reason,
    }: (typeof unresolved)[number] | (typeof resolved.unresolved)[number]) =>
      `${formatPath(path)} ${start}-${end} ${verdict} ${reason}`;
    expect(unresolved.map(key).sort(), label).toEqual(resolved.unresolved.map(key).sort());
    const variables = new Map(resolved.env.map(({ name, value }) => [name, value]));
    for (const { path, name, verdict, value, definition } of traced.uses) {
      if (verdict !== "expanded") continue;
      expect(value, label).toBe(definition?.value);
      if (path[3] !== "env") expect(value, label).toBe(variables.get(name));
    }
  }
});
