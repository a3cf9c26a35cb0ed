import type { YAMLException } from "js-yaml";
import { expect, test } from "vitest";
import { yamlReason } from "../../src/yaml/yaml-reason.ts";

test.each([
  ["bad indentation of a mapping entry", "bad indentation of a mapping entry"],
  ['unidentified alias "hunter2"', "unidentified alias"],
  ['unidentified alias ""', "unidentified alias"],
  ['unidentified alias "a" b"', "unidentified alias"],
  ["unknown tag !<hunter2>", "unknown tag"],
  ["unknown tag !<>", "unknown tag"],
  ["tag name is malformed: hunter2", "tag name is malformed"],
  ["tag name is malformed: hunter2\nhunter3", "tag name is malformed"],
])("%j: %s", (reason, told) => expect(yamlReason({ reason } as YAMLException)).toBe(told));
