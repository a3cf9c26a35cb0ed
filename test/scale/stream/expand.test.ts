import { expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { type MessageFormat, messageExpander } from "../../../src/scale/stream/expand.ts";
import { RejectedError } from "../../../src/scale/stream/queue.ts";

const environment = new Environment({ HOST: "db", TEXT: 'say "hi"', LONG: "x".repeat(100) });

function expanded(format: MessageFormat, text: string | Uint8Array, limit = 1000): string {
  const expand = messageExpander(environment, format, limit);
  const data = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return new TextDecoder().decode(expand({ name: "a message", data }));
}

test.each<[MessageFormat, string, string]>([
  ["bytes", "http://$(HOST)/$$(HOST)/$(NO)", "http://db/$(HOST)/$(NO)"],
  ["bytes", "", ""],
  ["bytes", "$(HOST", "$(HOST"],
  ["bytes", "$(HOST) $(HOST", "db $(HOST"],
  ["json", '{"a": "$(TEXT)"}', '{"a": "say \\"hi\\""}'],
  ["json", '{"a":1}\n\n{"b":"$(HOST)"}\n', '{"a":1}\n\n{"b":"db"}\n'],
  ["json", '{\n  "a": "$(HOST)"\n}', '{\n  "a": "db"\n}'],
  ["json", "", ""],
  ["yaml", "a: $(HOST) # a comment\n", "a: db # a comment\n"],
])("%s: %j", (format, input, output) => {
  expect(expanded(format, input)).toBe(output);
});

test.each<[MessageFormat, string | Uint8Array, string]>([
  ["json", "hello", "1:1: not JSON"],
  ["json", '{"a": 1,}', "1:9: not JSON"],
  ["json", '{\n  "a": 1\n  "b": 2\n}', "3:3: not JSON"],
  ["json", '{"a":1}\n{"b":}\n{"c":1}', "2:6: not JSON"],
  ["json", '\n{"a":1}\nx', "3:1: not JSON"],
  ["json", "1\n{", "2:2: not JSON"],
  ["json", Uint8Array.of(0x22, 0xff, 0x22), "not JSON: the text is not valid UTF-8"],
  ["yaml", "a: [$(HOST)\n", "1:12: not YAML: the text ends before a [ or { is closed"],
  ["yaml", "a: 1\nb: [\n", "not YAML: "],
  ["bytes", "$(LONG)".repeat(11), "expands to more than 1000 bytes, the maximum size of a message"],
])("%s refuses %j", (format, input, message) => {
  expect(() => expanded(format, input)).toThrow(message);
});

test("a reference that is longer than 64 MiB is refused, with its place", () => {
  const text = Buffer.alloc((64 << 20) + 3, "x");
  text.set(Buffer.from("a$("));
  expect(() => expanded("bytes", text, text.length)).toThrow(
    new RejectedError(
      'byte 1: a $( begins here and does not end within 67108864 bytes; close it with ")", or write $$( if it is not a reference',
    ),
  );
});

test("a message may become as long as the limit", () => {
  expect(expanded("bytes", "$(LONG)".repeat(10))).toHaveLength(1000);
});

test("a rejected message does not affect the next one", () => {
  const expand = messageExpander(environment, "bytes", 100);
  const message = (text: string) => ({ name: "a message", data: new TextEncoder().encode(text) });
  expect(() => expand(message("$(LONG)$(LONG)"))).toThrow("more than 100 bytes");
  expect(new TextDecoder().decode(expand(message("$(HOST)")))).toBe("db");
});
