/** The tests for every runtime, in plain JavaScript that uses only public names, so that every runtime can load it. */

/**
 * Runs the vectors through a varexpand namespace (`import * as varexpand from "varexpand"`).
 * Returns, per kind, how many passed of how many, and the first that did not.
 */
export function conformance(varexpand, vectors) {
  const results = {};
  for (const [kind, cases] of Object.entries(vectors)) {
    const result = { passed: 0, total: cases.length };
    for (const vector of cases) {
      let actual;
      try {
        actual = run[kind](varexpand, vector);
      } catch (error) {
        actual = `${error}`;
      }
      if (same(actual, expected[kind](vector))) result.passed += 1;
      else result.first ??= { vector, actual };
    }
    results[kind] = result;
  }
  return results;
}

const run = {
  expansion: ({ expand, mappingFuncFor, Environment }, { input, vars }) => {
    const environment = new Environment(vars);
    const bytes = environment.expandBytes(new TextEncoder().encode(input));
    return [
      expand(input, mappingFuncFor(null, vars)),
      environment.expand(input),
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
    ];
  },
  envfile: ({ readEnvFileKey }, { input, key }) => {
    try {
      return { value: readEnvFileKey(input, key, { profile: "kubelet" }) ?? null };
    } catch {
      return { error: true };
    }
  },
  dotenv: ({ parseDotenv }, { input }) => parseDotenv(input),
  pod: ({ resolveContainer }, { input }) => {
    const { env } = resolveContainer(input.pod, input.container, input.cluster, { profile: "kubelet" });
    return env.map(({ name, value }) => ({ name, value })).sort((a, b) => (a.name < b.name ? -1 : 1));
  },
  template: ({ resolveTemplateString, resolveTemplates }, { kind, input, context }) =>
    kind === "string" ? resolveTemplateString(input, context) : resolveTemplates(input, context),
};

const expected = {
  expansion: ({ output }) => [output, output, output],
  envfile: ({ key, result, error }) => (error === null ? { value: result[key] ?? null } : { error: true }),
  dotenv: ({ output }) => output,
  pod: ({ expected }) => expected.env,
  template: ({ output }) => output,
};

/** Equality of plain data, whatever the order of keys. */
function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}
