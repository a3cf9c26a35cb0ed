/** Definitions and references of a variable that has several. */
import { expect, test } from "vitest";
import { referencesOf, targetsOf } from "../../src/lsp/answers.ts";
import { Workspace } from "../../src/lsp/workspace.ts";
import { marked, shown } from "./marked.ts";
import { OBJECTS } from "./objects.ts";

const POD = `kind: Pod
metadata: {name: web, namespace: shop}
spec:
  containers:
  - name: app
    image: app
    args: [$(HOST)]
    envFrom: [{configMapRef: {name: settings}}]
    env:
    - {name: EARLY, value: $(LATE)}
    - {name: LATE, value: $(host)}
    - name: HOST
      valueFrom: {configMapKeyRef: {name: settings, key: host}}
`;

/** What is found for the place `‸` of the pod. */
function found(pod: string) {
  const { text, at } = marked(pod);
  const texts: Record<string, string> = { "k/pod.yaml": text, "k/objects.yaml": OBJECTS };
  const workspace = new Workspace();
  for (const [name, content] of Object.entries(texts)) workspace.set(name, content);
  const symbol = workspace.view("k/pod.yaml")!.symbolAt(at)!;
  const written = (places: ReturnType<typeof targetsOf>) =>
    places.map((place) => `${place.name.slice(2)} ${shown(texts[place.name]!, place)}`);
  return {
    targets: written(targetsOf(symbol)),
    all: written(referencesOf(symbol, true)),
    uses: written(referencesOf(symbol, false)),
  };
}

test("a variable whose value is a key of a ConfigMap", () => {
  expect(found(POD.replace("[$(HOST)]", "[$(HO‸ST)]"))).toEqual({
    targets: ["pod.yaml 12:13 HOST"],
    all: ["pod.yaml 12:13 HOST", "pod.yaml 7:12 $(HOST)"],
    uses: ["pod.yaml 7:12 $(HOST)"],
  });
  expect(found(POD.replace("name: HOST", "name: HO‸ST"))).toMatchObject({
    targets: ["objects.yaml 5:3 host"],
    uses: ["pod.yaml 7:12 $(HOST)"],
  });
});

test("one of envFrom", () => {
  expect(found(POD.replace("$(host)", "$(ho‸st)"))).toEqual({
    targets: ["objects.yaml 5:3 host"],
    all: ["pod.yaml 8:37 settings", "pod.yaml 11:27 $(host)"],
    uses: ["pod.yaml 11:27 $(host)"],
  });
});

test("one that is declared later", () => {
  expect(found(POD.replace("$(LATE)", "$(LA‸TE)"))).toEqual({
    targets: ["pod.yaml 11:14 LATE"],
    all: ["pod.yaml 11:14 LATE", "pod.yaml 10:28 $(LATE)"],
    uses: ["pod.yaml 10:28 $(LATE)"],
  });
});

test("one that nothing defines", () => {
  expect(found(POD.replace("[$(HOST)]", "[$(NO‸NE)]"))).toEqual({
    targets: [],
    all: ["pod.yaml 7:12 $(NONE)"],
    uses: ["pod.yaml 7:12 $(NONE)"],
  });
});
