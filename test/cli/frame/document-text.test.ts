/** Documents as text on standard output. */
import { expect, test } from "vitest";
import { jsonText, yamlText } from "../../../src/cli/frame/document-text.ts";

test.each<[name: string, documents: unknown[], json: string, yaml: string]>([
  ["none", [], "", ""],
  ["several", [{ a: [1] }, "b"], '{\n  "a": [\n    1\n  ]\n}\n"b"\n', "a:\n  - 1\n---\nb\n"],
  [
    "undefined values",
    [undefined, [undefined], { a: undefined }],
    "null\n[\n  null\n]\n{}\n",
    "null\n---\n- null\n---\n{}\n",
  ],
  ["a bigint in a map", [{ a: 12n, b: "1" }], '{\n  "a": 12,\n  "b": "1"\n}\n', "a: 12\nb: '1'\n"],
  ["a negative bigint", [-9007199254740993n], "-9007199254740993\n", "-9007199254740993\n"],
  ["invisible characters", ["\u001b\u2028"], '"\\u001b\\u2028"\n', '"\\e\\L"\n'],
])("as JSON and as YAML: %s", (_, documents, json, yaml) => {
  expect({ json: jsonText(documents), yaml: yamlText(documents) }).toEqual({ json, yaml });
});

test("an error of a value's own stays as it is", () => {
  const failing = {
    get a() {
      throw new TypeError("of the value");
    },
  };
  expect(() => yamlText([failing])).toThrow(new TypeError("of the value"));
  expect(() => jsonText([failing])).toThrow(new TypeError("of the value"));
});
