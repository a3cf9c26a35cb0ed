/** Directives, which are lines before a document that start with `%`. */
import { expect, test } from "vitest";
import { directiveOf } from "../../src/yaml/tags.ts";

test.each<[line: string, expected: ReturnType<typeof directiveOf>]>([
  ["%YAML 1.1", { name: "YAML", arguments: ["1", "1"] }],
  ["%YAML \t 1.2  # newer", { name: "YAML", arguments: ["1", "2"] }],
  ["%YAML 1.1 1.1", undefined],
  ["%YAML 1", undefined],
  ["%YAML 100.1", undefined],
  ["%TAG ! x:", { name: "TAG", arguments: ["!", "x:"] }],
  ["%TAG !a-b! tag:yaml.org,2002:%21", { name: "TAG", arguments: ["!a-b!", "tag:yaml.org,2002:%21"] }],
  ["%TAG !a! -;/?:@&=+$,.!~*'()%_zZ9", { name: "TAG", arguments: ["!a!", "-;/?:@&=+$,.!~*'()%_zZ9"] }],
  ["%TAG !! x:", { name: "TAG", arguments: ["!!", "x:"] }],
  ["%TAG !a! [x]", { name: "TAG", arguments: ["!a!", "[x]"] }],
  ["%TAG !a! a^b", undefined],
  ["%TAG !a! ^a", undefined],
  ["%TAG !a! a^", undefined],
  ["%TAG x!a! x:", undefined],
  ["%TAG !a!b x:", undefined],
  ["%TAG !a x:", undefined],
  ["%YAML 99.10", { name: "YAML", arguments: ["99", "10"] }],
  ["%YAML 1.100", undefined],
  ["%YAML x1.1", undefined],
  ["%YAML 1.1x", undefined],
  ["%TAG !a!", undefined],
  ["%TAG a x:", undefined],
  ["%TAG ! x: y:", undefined],
  ["%FOO 1.1", undefined],
])("%s", (line, expected) => {
  expect(directiveOf(line)).toEqual(expected);
});
