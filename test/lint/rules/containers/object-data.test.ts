/** Values of ConfigMaps and Secrets that the API server rejects: at each key, whether or not a pod uses them. */
import { expect, test } from "vitest";
import { looked } from "../../looked.ts";

const object = (kind: string, lines: string) => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: x}\n${lines}\n`;
const QUOTES = "; write it in quotes";

test.each<[string, string, string[]]>([
  ["strings", object("ConfigMap", 'data: {A: a, B: "1", C: ""}'), []],
  ["null, which is an empty string", object("ConfigMap", "data: {A: null, B:}"), []],
  ["nothing", object("ConfigMap", "data:"), []],
  [
    "a number and a boolean, each at its key",
    object("ConfigMap", "data:\n  PORT: 80\n  USE: yes\n  OK: ok"),
    [
      `5:9-11 «80» invalid-manifest: data.PORT: expected a string, found a number${QUOTES}`,
      `6:8-11 «yes» invalid-manifest: data.USE: expected a string, found a boolean; YAML 1.1 reads yes as a boolean; write it in quotes`,
    ],
  ],
  [
    "a mapping",
    object("ConfigMap", "data:\n  A: {b: c}"),
    ["5:6-12 «{b: c}» invalid-manifest: data.A: expected a string, found a mapping"],
  ],
  [
    "a list",
    object("ConfigMap", "data: [a]"),
    ["4:7-10 «[a]» invalid-manifest: data: expected a mapping, found a list"],
  ],
  [
    "a number in stringData",
    object("Secret", "stringData:\n  PIN: 12"),
    [`5:8-10 «12» invalid-manifest: stringData.PIN: expected a string, found a number${QUOTES}`],
  ],
  [
    "text that is not base64, without the value in the message",
    object("Secret", "data:\n  a: billy\n  b: bill"),
    ["5:6-11 «billy» invalid-manifest: data.a: the value is not base64; write it in stringData, or encode it"],
  ],
  [
    "placeholders",
    object("Secret", "data: {a: CHANGE_ME, b: '${TOKEN}', c: '<password>', d: '{{ x }}', e: 'ENC[x]'}"),
    [],
  ],
  ["a placeholder without other characters", object("Secret", "data: {a: XXXXX}"), []],
  ["placeholders of numbers", object("ConfigMap", "data: {A: '{{ port }}'}"), []],
  ["a kind of another group", "apiVersion: example.com/v1\nkind: Secret\nmetadata: {name: x}\ndata: {A: 1}\n", []],
])("%s", async (_, text, findings) => {
  expect(await looked(text)).toEqual(findings);
});
