/** The places of the values of variables in the objects that define them. */
import { expect, test } from "vitest";
import { ObjectPlaces } from "../../src/lint/object-places.ts";
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

function placesOf(text: string, namespace?: string) {
  const places = new ObjectPlaces<string>(namespace);
  for (const document of parseYaml(text, KUBERNETES)) {
    places.add(document, undefined, (path, value) => `${path.join(".")}${value === undefined ? "" : `=${value}`}`);
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
