import { describe, expect, test } from "vitest";
import {
  createExpansionStream,
  Environment,
  expandChunks,
  type UnexpandedHandler,
  unexpandedHandlerFor,
} from "../../../src/index.ts";

const environment = new Environment({ A: "a", QUOTE: '"' });
const encode = (text: string) => new TextEncoder().encode(text);

function chunksOf(text: string, size: number): Uint8Array[] {
  const bytes = encode(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function textOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function recorded(): { onUnexpanded: UnexpandedHandler; messages: string[] } {
  const messages: string[] = [];
  const recorder = { event: (_: string, message: string) => messages.push(message), eventf() {}, pastEventf() {} };
  return { onUnexpanded: unexpandedHandlerFor(recorder), messages };
}

const formats = [
  ["text", "x$(A)$$(B)$(NONE)é$(QUOTE)$(open", 'xa$(B)$(NONE)é"$(open'],
  ["yaml", "k: $(A)$$$(QUOTE)\n$(NONE): 1\n--- '$(QUOTE)'\n", "k: a$\"\n$(NONE): 1\n--- '\"'\n"],
  ["json", '{"k":"$(A)$$$(QUOTE)","$(NONE)":1}\n', '{"k":"a$\\"","$(NONE)":1}\n'],
] as const;

describe.each(formats)("%s", (format, input, output) => {
  test("a transform stream, whatever the chunks", async () => {
    // Between two chunks, the debug build replaces its instance, and a garbage collection follows. So few sizes: the
    // streams below are tested with all of them.
    for (const size of [3, 7, input.length]) {
      const { onUnexpanded, messages } = recorded();
      const source = streamOf(chunksOf(input, size));
      expect(await textOf(source.pipeThrough(createExpansionStream(environment, { format, onUnexpanded })))).toBe(
        output,
      );
      expect(messages).toEqual(["$(NONE) is not expanded: the variable is not defined"]);
    }
  });

  test("iterables, async or not", async () => {
    const chunks = chunksOf(input, 3);
    const asynchronous = async function* () {
      yield* chunks;
    };
    expect(await textOf(expandChunks(chunks, environment, { format }))).toBe(output);
    expect(await textOf(expandChunks(asynchronous(), environment, { format }))).toBe(output);
  });
});

test("two streams at once do not disturb each other, and a handler can expand", async () => {
  const other = new Environment({ A: "other" });
  const onUnexpanded = () => environment.expand("$(A)");
  const one = expandChunks(chunksOf("$(A)$(X)".repeat(12), 5), environment, { onUnexpanded });
  const two = expandChunks(chunksOf("$(A)$(X)".repeat(12), 7), other, { onUnexpanded });
  expect(await Promise.all([textOf(one), textOf(two)])).toEqual(["a$(X)".repeat(12), "other$(X)".repeat(12)]);
});

test("the writer waits for the reader: a source without end is read as far as it is needed", async () => {
  let read = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      read++;
      controller.enqueue(encode("$(A)".repeat(1000)));
    },
  });
  const reader = source.pipeThrough(createExpansionStream(environment)).getReader();
  let length = 0;
  while (length < 5000) length += (await reader.read()).value!.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(read).toBeLessThan(12);
  await reader.cancel();
});

test("a chunk that is not bytes is rejected", async () => {
  const chunks = ["$(A)"] as unknown as Uint8Array[];
  await expect(textOf(expandChunks(chunks, environment))).rejects.toThrow("a chunk must be a Uint8Array");
});

test.each(["text", "json", "yaml"] as const)(
  "%s: the handler receives at most maxUnexpanded references",
  async (format) => {
    const text = format === "text" ? "$(X) $(Y)\n" : '- "$(X) $(Y)"\n';
    const piece = format === "json" ? '["$(X)","$(Y)"]\n' : text;
    for (const [maxUnexpanded, expected] of [
      [0, 0],
      [1, 1],
      [3, 3],
      [8, 8],
      [9, 8],
      [undefined, 8],
    ] as const) {
      const { onUnexpanded, messages } = recorded();
      const chunks = Array.from({ length: 4 }, () => new TextEncoder().encode(piece));
      const output: Uint8Array[] = [];
      for await (const bytes of expandChunks(chunks, new Environment(), { format, onUnexpanded, maxUnexpanded }))
        output.push(bytes);
      expect(Buffer.concat(output).toString()).toBe(piece.repeat(4));
      expect(messages).toHaveLength(expected);
    }
    for (const maxUnexpanded of [-1, 0.5, Number.NaN])
      expect(() => createExpansionStream(new Environment(), { format, maxUnexpanded })).toThrow(
        new RangeError(`maxUnexpanded must be a whole number of at least 0, not ${maxUnexpanded}`),
      );
  },
);

test("the handler receives the place of a reference, and why it is not expanded", async () => {
  const found: unknown[] = [];
  const onUnexpanded: UnexpandedHandler = (reference) => void found.push(reference);
  await textOf(expandChunks(chunksOf("ab$(NONE)", 4), environment, { onUnexpanded }));
  expect(found).toEqual([{ name: "NONE", offset: 2, syntax: "kubernetes", reason: "unset" }]);
});

test("the handler receives the names of a chunk in order, whatever their lengths", async () => {
  const names = [
    "\ufeffN",
    "N",
    "N",
    "M",
    "x".repeat(16),
    "y".repeat(17),
    "y".repeat(17),
    "",
    "é",
    "日".repeat(30),
    "N",
  ];
  for (let length = 40; length < 70; length++) names.push("z".repeat(length));
  await check(names, [7, 100, 10_000]);
  // Two names that together have every length around that of the first buffer.
  for (let length = 58; length < 72; length++) await check(["N", "z".repeat(length)], [1000]);
});

/** The messages for names between references with a value, in chunks of some sizes. */
async function check(names: readonly string[], sizes: readonly number[]) {
  const text = names.map((name) => `$(${name})`).join("$(A)");
  for (const size of sizes) {
    const { onUnexpanded, messages } = recorded();
    expect(await textOf(expandChunks(chunksOf(text, size), environment, { onUnexpanded }))).toBe(
      text.replaceAll("$(A)", "a"),
    );
    expect(messages).toEqual(names.map((name) => `$(${name}) is not expanded: the variable is not defined`));
  }
}
