/** The places of the values of variables in the objects that define them. */
import { expect, test } from "vitest";
import { ObjectPlaces } from "../../src/lint/object-places.ts";
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

function placesOf(text: string, namespace?: string, listKind?: string) {
  const places = new ObjectPlaces<string>(namespace);
  for (const document of parseYaml(text, KUBERNETES)) {
    places.add(document, listKind, (path, value) => `${path.join(".")}${value === undefined ? "" : `=${value}`}`);
  }
  return places;
}

const key = (kind: string, name: string, key: string, namespace = "default") =>
  ({ kind, name, key, namespace }) as never;

test("literal text has a position, and encoded text does not", () => {
  const places = placesOf(
    `kind: List
items:
- {kind: ConfigMap, metadata: {name: c}, data: {A: x, B: 5}}
- {kind: Secret, metadata: {name: s}, data: {A: eA==, B: eA==}, stringData: {B: z}}
---
{kind: Service, metadata: {name: web, namespace: shop}}
`,
    "default",
  );
  expect(places.of(key("configMapRef", "c", "A"))).toBe("items.0.data.A=x");
  expect(places.of(key("configMapKeyRef", "c", "B"))).toBe("items.0.data.B");
  expect(places.of(key("secretRef", "s", "A"))).toBe("items.1.data.A");
  expect(places.of(key("secretKeyRef", "s", "B"))).toBe("items.1.stringData.B=z");
  expect(places.of(key("service", "web", "", "shop"))).toBe("");
  expect(places.of(key("service", "web", ""))).toBeUndefined();
  expect(places.of({ kind: "fieldRef", path: "status.podIP" } as never)).toBeUndefined();
});

test.each<[text: string, place: string | undefined, listKind?: string]>([
  ["{kind: ConfigMap, metadata: {name: c}, data: {A: x}}", "data.A=x"],
  ["{kind: ConfigMap, metadata: {name: c, namespace: ''}, data: {A: x}}", "data.A=x"],
  ["{kind: ConfigMapList, items: [{kind: ConfigMap, metadata: {name: c}, data: {A: x}}]}", "items.0.data.A=x"],
  [
    "{kind: List, items: [{kind: List, items: [{kind: ConfigMap, metadata: {name: c}, data: {A: x}}]}]}",
    "items.0.items.0.data.A=x",
  ],
  // An item of a list that is read separately can do without its kind.
  ["{metadata: {name: c}, data: {A: x}}", "data.A=x", "ConfigMapList"],
  ["{kind: Secret, metadata: {name: c}, data: {A: x}}", undefined, "ConfigMapList"],
  ["{metadata: {name: c}, data: {A: x}}", undefined, "List"],
  ["{metadata: {name: c}, data: {A: x}}", undefined],
  ["{kind: 5, metadata: {name: c}, data: {A: x}}", undefined],
  ["{kind: Lists, items: [{kind: ConfigMap, metadata: {name: c}, data: {A: x}}]}", undefined],
  ["{kind: List, items: {kind: ConfigMap, metadata: {name: c}, data: {A: x}}}", undefined],
  ["{kind: ConfigMap, metadata: {name: c}, binaryData: {A: x}}", undefined],
  ["{kind: ConfigMap, metadata: {name: c, namespace: other}, data: {A: x}}", undefined],
  ["{kind: ConfigMap, metadata: {name: d}, data: {A: x}}", undefined],
  ["{kind: constructor, metadata: {name: c}, data: {A: x}}", undefined],
  ["[]", undefined],
])("the key of a ConfigMap in %s: %s", (text, place, listKind) => {
  expect(placesOf(text, "shop", listKind).of(key("configMapKeyRef", "c", "A", "shop"))).toBe(place);
});

test("the last of several objects counts, and an object has its place without a key", () => {
  const object = "{kind: ConfigMap, metadata: {name: c}, data: {A: x}}";
  const places = placesOf(`{kind: List, items: [${object}, ${object}]}`);
  expect(["A", ""].map((name) => places.of(key("configMapRef", "c", name, "")))).toEqual([
    "items.1.data.A=x",
    "items.1",
  ]);
});
