/** Entries of `substituteFrom` without an object: evidence in the repository, and `--complete`. */
import { expect, test } from "vitest";
import { FluxFacts } from "../../../../src/lint/flux-facts.ts";
import { fluxSource } from "../../../../src/lint/rules/flux/flux-source.ts";
import { fluxPaths, kustomization, object, substituteFrom } from "../../../kubernetes/flux/repository.ts";

/** The level, the text, and the message of each finding. */
function found(source: string, others: Readonly<Record<string, string>> = {}, isClosed = false): string[] {
  const text = kustomization("apps", "./apps", substituteFrom(source)).replace(
    "name: apps",
    "name: apps\n  namespace: a",
  );
  const paths = fluxPaths({ "clusters/apps.yaml": text, "apps/s.yaml": object("ConfigMap", "s", "A: b"), ...others });
  const facts = new FluxFacts(paths, { isKnown: () => false, isInput: () => true, isClosed });
  return paths
    .flatMap((path) => fluxSource.check(facts.seen(path)))
    .map((problem) => {
      return `${problem.atMost ?? "error"} ${text.slice(problem.start, problem.end)}: ${problem.message}`;
    });
}

const settings = (metadata = "", kind = "ConfigMap") => ({
  "v/v.yaml": object(kind, "cluster-settings", "A: YQ==", metadata),
});

test.each<[what: string, source: string, others: Readonly<Record<string, string>>, expected: string[]]>([
  ["that exists", "ConfigMap cluster-settings", settings(), []],
  ["that the repository does not have", "ConfigMap other", settings(), []],
  ["of another kind", "Secret cluster-setings", settings(), []],
  [
    "with a letter too few",
    "ConfigMap cluster-setings",
    settings(),
    [
      "warning cluster-setings: the repository does not have ConfigMap a/cluster-setings; did you mean cluster-settings?",
    ],
  ],
  [
    "that is optional, with a wrong letter",
    "ConfigMap cluster-sattings?",
    settings(),
    [
      "warning cluster-sattings: the repository does not have ConfigMap a/cluster-sattings; did you mean cluster-settings?",
    ],
  ],
  [
    "of an ExternalSecret, with two letters swapped",
    "Secret cluster-settinsg",
    { "v/v.yaml": "kind: ExternalSecret\nmetadata: {name: cluster-settings}\nspec: {dataFrom: [{find: {}}]}\n" },
    [
      "warning cluster-settinsg: the repository does not have Secret a/cluster-settinsg; did you mean cluster-settings?",
    ],
  ],
  [
    "in another namespace",
    "ConfigMap cluster-settings",
    settings(", namespace: b"),
    [
      "note cluster-settings: ConfigMap cluster-settings is in namespace b, but Flux reads ConfigMap a/cluster-settings",
    ],
  ],
  ["of a Secret whose keys can differ", "Secret cluster-settings", settings("", "Secret"), []],
])("an entry %s", (_, source, others, expected) => {
  expect(found(source, others)).toEqual(expected);
});

test("with --complete, what does not exist is an error", () => {
  expect(found("ConfigMap other", {}, true)).toEqual(["error other: ConfigMap a/other does not exist"]);
  expect(found("ConfigMap other?", {}, true)).toEqual([]);
  expect(found("ConfigMap cluster-setings", settings(), true)).toEqual([
    "error cluster-setings: ConfigMap a/cluster-setings does not exist; did you mean cluster-settings?",
  ]);
  expect(found("ConfigMap cluster-settings", settings(), true)).toEqual([]);
});
