/** Bytes are the caller's memory, of any kind, and may change after a call: every public entry that takes them. */
import { describe, expect, test } from "vitest";
import {
  ChunkExpander,
  compileText,
  createExpansionStream,
  type EnvFile,
  Environment,
  type ExpansionSink,
  expandChunks,
  parseDotenv,
  parseEnvFile,
  readDotenvKey,
  readEnvFileKey,
  resolvePod,
  Substitution,
  type UnexpandedHandler,
} from "../src/index.ts";

const environment = new Environment({ HOST: "db", 'Q"': "quote", É: "ü" });

/** Called while the input is expanded, where an entry calls something of its caller's. */
type Callback = () => void;

interface Entry {
  readonly name: string;
  readonly input: string;
  readonly output: string;
  /** Takes pieces as they come, and makes the result when there are no more. */
  run(pieces: Iterable<Uint8Array>, callback: Callback): Promise<string> | string;
  /** The entry takes the whole input at once. */
  readonly isWhole?: boolean;
  readonly takesText?: boolean;
}

const TEXT = "xxx$(HOST)é$$(NO)$(NO)yyy$(É)$(HOST";
const EXPANDED = "xxxdbé$(NO)$(NO)yyyü$(HOST";
const JSON_TEXT = '{"k":"x$(HOST)\\n\\u0024(NO)$(\\u0048OST)$(Q\\")"}\n["$(É)$(","$$"]\n';
const JSON_EXPANDED = '{"k":"xdb\\n$(NO)dbquote"}\n["ü$(","$"]\n';
const YAML = "a: $(HOST)\nb: $(NO)\n---\n\"c\": 'x$(HOST)' # $(HOST)\n---\nd: 1\n";
const YAML_EXPANDED = "a: db\nb: $(NO)\n---\n\"c\": 'xdb' # $(HOST)\n---\nd: 1\n";
const ENV_FILE = "HOST='db'\n# comment\nTEXT='a\r\nb'\nHOST='last'\n";
const ENV_FILE_UNICODE = `${ENV_FILE}X='é\u{1f30d}'\n`;
const DOTENV = 'export HOST = db # host\nTEXT="a\\nb é"\n';

const formats = [
  ["text", TEXT, EXPANDED],
  ["json", JSON_TEXT, JSON_EXPANDED],
  ["yaml", YAML, YAML_EXPANDED],
] as const;

const handlerOf =
  (callback: Callback): UnexpandedHandler =>
  ({ name }) => {
    expect(name).toBe("NO");
    callback();
  };

async function collected(pieces: AsyncIterable<Uint8Array>, callback: Callback): Promise<string> {
  const outputs: Uint8Array[] = [];
  for await (const piece of pieces) {
    outputs.push(piece);
    callback();
  }
  // These are copies: later calls do not change them.
  return Buffer.concat(outputs).toString();
}

function whole(
  name: string,
  input: string,
  output: string,
  use: (bytes: Uint8Array, callback: Callback) => () => string,
): Entry {
  const run = (pieces: Iterable<Uint8Array>, callback: Callback) => {
    let result = () => "";
    for (const piece of pieces) result = use(piece, callback);
    return result();
  };
  return { name, input, output, run, isWhole: true, takesText: name.includes("nv") && name !== "expandBytes" };
}

const views: [string, (file: EnvFile) => unknown, unknown, unknown][] = [
  ["toObject", (file) => file.toObject(), { HOST: "last", TEXT: "a\nb" }, { X: "é\u{1f30d}" }],
  [
    "get",
    (file) => [file.get("HOST"), file.get("TEXT"), file.get("X") ?? null],
    ["last", "a\nb", null],
    ["é\u{1f30d}"],
  ],
  [
    "assignments",
    (file) => file.assignments.map(({ name, line }) => `${name} ${line}`),
    ["HOST 1", "TEXT 3", "HOST 5"],
    ["X 6"],
  ],
  [
    "profileDifferences",
    (file) => file.profileDifferences().map(({ code, line }) => `${code} ${line}`),
    ["duplicate-name 5"],
    [],
  ],
];

const entries: Entry[] = [
  ...formats.flatMap(([format, input, output]): Entry[] => [
    {
      name: `ChunkExpander, ${format}`,
      input,
      output,
      run(pieces, callback) {
        let result = "";
        const decoder = new TextDecoder();
        const sink: ExpansionSink = {
          output(bytes) {
            result += decoder.decode(bytes, { stream: true });
            callback();
          },
          unresolved(name, offset) {
            expect([Buffer.from(name).toString(), Buffer.from(input).subarray(offset).toString()[0]]).toEqual([
              "NO",
              format === "json" ? "\\" : "$",
            ]);
            callback();
          },
        };
        const stream = new ChunkExpander(environment, sink, { format });
        for (const piece of pieces) stream.push(piece);
        stream.end();
        return result;
      },
    },
    {
      name: `expandChunks, ${format}`,
      input,
      output,
      run: (pieces, callback) =>
        collected(expandChunks(pieces, environment, { format, onUnexpanded: handlerOf(callback) }), callback),
    },
    {
      name: `createExpansionStream, ${format}`,
      input,
      output,
      async run(pieces, callback) {
        const { readable, writable } = createExpansionStream(environment, {
          format,
          onUnexpanded: handlerOf(callback),
        });
        const writer = writable.getWriter();
        const write = async () => {
          for (const piece of pieces) await writer.write(piece);
          await writer.close();
        };
        // Who reads does not know when the writer's next piece is taken, so nothing changes there.
        const [result] = await Promise.all([collected(readable, () => {}), write()]);
        return result;
      },
    },
  ]),
  whole("expandBytes", TEXT, EXPANDED, (bytes, callback) => {
    const expanded = environment.expandBytes(bytes, handlerOf(callback));
    return () => Buffer.from(expanded).toString();
  }),
  ...views.flatMap(([name, view, ascii, more]): Entry[] =>
    [ENV_FILE, ENV_FILE_UNICODE].map((input) => {
      const isAscii = input === ENV_FILE;
      const expected = Array.isArray(ascii)
        ? [...(isAscii ? ascii : ascii.filter((value) => value !== null)), ...(isAscii ? [] : (more as unknown[]))]
        : { ...(ascii as object), ...(isAscii ? {} : (more as object)) };
      return whole(
        `parseEnvFile, ${isAscii ? "ASCII" : "not ASCII"}: ${name}`,
        input,
        JSON.stringify(expected),
        (bytes) => {
          const file = parseEnvFile(bytes, { profile: "design" });
          return () => JSON.stringify(view(file));
        },
      );
    }),
  ),
  whole("readEnvFileKey", ENV_FILE_UNICODE, "é\u{1f30d}", (bytes) => {
    const value = readEnvFileKey(bytes, "X");
    return () => String(value);
  }),
  whole("parseDotenv", DOTENV, '{"HOST":"db","TEXT":"a\\nb é"}', (bytes) => {
    const variables = parseDotenv(bytes);
    return () => JSON.stringify(variables);
  }),
  whole("readDotenvKey", DOTENV, "a\nb é", (bytes) => {
    const value = readDotenvKey(bytes, "TEXT");
    return () => String(value);
  }),
];

/** Memory of some kind with these bytes, and what its owner does to it later. */
type Memory = (bytes: Uint8Array) => { readonly view: Uint8Array; poison(): void };

const POISON = 0x29;
const resizable = (length: number): ArrayBuffer =>
  new (ArrayBuffer as unknown as new (length: number, options: object) => ArrayBuffer)(length, { maxByteLength: 4096 });

/** Says that it is longer, elsewhere, and full of something else. */
class LyingBytes extends Uint8Array {}
for (const [name, value] of Object.entries({ length: 1 << 16, byteLength: 1 << 16, byteOffset: 1 })) {
  Object.defineProperty(LyingBytes.prototype, name, { get: () => value });
}
for (const name of ["at", "copyWithin", "includes", "indexOf", "set", "slice", "subarray", Symbol.iterator]) {
  const value = () => {
    throw new Error("a method of the caller's is called");
  };
  Object.defineProperty(LyingBytes.prototype, name, { value });
}

function lying(bytes: Uint8Array): LyingBytes {
  const view = new LyingBytes(new ArrayBuffer(bytes.length));
  Uint8Array.prototype.set.call(view, bytes);
  return view;
}

const memories: [string, Memory][] = [
  ["a Uint8Array", (bytes) => filled(new Uint8Array(bytes.length), bytes)],
  ["a Buffer", (bytes) => filled(Buffer.alloc(bytes.length), bytes)],
  [
    "a part of a larger Buffer",
    (bytes) => filled(Buffer.alloc(bytes.length + 30, POISON).subarray(13, 13 + bytes.length), bytes),
  ],
  [
    "a subclass that lies",
    (bytes) => {
      const view = lying(bytes);
      return { view, poison: () => void view.fill(POISON) };
    },
  ],
  ["shared memory", (bytes) => filled(new Uint8Array(new SharedArrayBuffer(bytes.length + 5), 5), bytes)],
  ["a buffer that can be resized", (bytes) => filled(new Uint8Array(resizable(bytes.length)), bytes)],
  [
    "a buffer that shrinks",
    (bytes) => {
      const buffer = resizable(bytes.length);
      const { view } = filled(new Uint8Array(buffer), bytes);
      return { view, poison: () => (buffer as ArrayBuffer & { resize(length: number): void }).resize(0) };
    },
  ],
  [
    "a buffer that is transferred",
    (bytes) => {
      const { view } = filled(new Uint8Array(bytes.length), bytes);
      return {
        view,
        poison: () => void (view.length > 0 && structuredClone(view.buffer, { transfer: [view.buffer] })),
      };
    },
  ],
];

function filled(view: Uint8Array, bytes: Uint8Array): ReturnType<Memory> {
  view.set(bytes);
  return { view, poison: () => void view.fill(POISON) };
}

/** Pieces of a length, each poisoned when the next one is asked for; `poison` does so at once. */
function fed(memory: Memory, input: Uint8Array, length: number) {
  let last: ReturnType<Memory> | undefined;
  const poison = () => last?.poison();
  function* pieces(): Generator<Uint8Array> {
    for (let at = 0; at < input.length; at += length) {
      last = memory(input.subarray(at, at + length));
      yield last.view;
      poison();
    }
  }
  return { pieces: pieces(), poison };
}

const lengthsOf = ({ isWhole }: Entry, input: Uint8Array) =>
  isWhole ? [input.length] : Array.from(input, (_, index) => index + 1);

describe.each(entries)("$name", (entry) => {
  const input = Buffer.from(entry.input);

  test.each(memories)("%s that changes after each call", async (_, memory) => {
    for (const length of lengthsOf(entry, input)) {
      const { pieces } = fed(memory, input, length);
      expect(await entry.run(pieces, () => {}), `pieces of ${length}`).toBe(entry.output);
    }
  });

  test.each(memories)("%s that changes in a callback", async (_, memory) => {
    for (const length of lengthsOf(entry, input)) {
      const { pieces, poison } = fed(memory, input, length);
      expect(await entry.run(pieces, poison), `pieces of ${length}`).toBe(entry.output);
    }
  });

  test("one Buffer for all pieces", async () => {
    for (const length of lengthsOf(entry, input)) {
      const buffer = Buffer.alloc(length);
      const pieces = function* () {
        for (let at = 0; at < input.length; at += length) {
          const count = input.copy(buffer, 0, at, at + length);
          yield buffer.subarray(0, count);
          buffer.fill(POISON);
        }
      };
      expect(await entry.run(pieces(), () => {}), `pieces of ${length}`).toBe(entry.output);
    }
  });

  test("cut in two at every place", async () => {
    if (entry.isWhole) return;
    for (let at = 0; at <= input.length; at++) {
      const pieces = [Buffer.from(input.subarray(0, at)), Buffer.from(input.subarray(at))];
      const poisoned = function* () {
        for (const piece of pieces) {
          yield piece;
          piece.fill(POISON);
        }
      };
      expect(await entry.run(poisoned(), () => {}), `cut at ${at}`).toBe(entry.output);
    }
  });

  test("memory that cannot be read is an error", async () => {
    const transferred = new Uint8Array(input);
    structuredClone(transferred.buffer, { transfer: [transferred.buffer] });
    const buffer = resizable(8);
    const outside = new Uint8Array(buffer, 4, 4);
    (buffer as ArrayBuffer & { resize(length: number): void }).resize(2);
    for (const piece of [transferred, outside]) {
      const run = async () => entry.run([piece], () => {});
      await expect(run).rejects.toThrow(/cannot be read: its memory was transferred or resized; pass it earlier/);
    }
  });

  test("a value that is not bytes is an error", async () => {
    for (const piece of [...(entry.takesText ? [] : [entry.input]), [1], 1, new Uint16Array(1), new ArrayBuffer(1)]) {
      const run = async () => entry.run([piece as unknown as Uint8Array], () => {});
      await expect(run).rejects.toThrow(/(be|or) a Uint8Array(; encode text first|, not )/);
    }
  });

  test("empty pieces", async () => {
    if (entry.isWhole) return;
    const empty = new Uint8Array(0);
    expect(await entry.run([empty, input, empty], () => {})).toBe(entry.output);
  });
});

test("a pod's files may lie in one buffer that is used again", () => {
  const buffer = Buffer.alloc(64);
  const contents: Record<string, string> = { "a.env": "A='1'\nC='\u00fc'\n", "b.env": "B='2'\n" };
  const readFile = (path: string) => buffer.subarray(0, buffer.fill(POISON).write(contents[path]!));
  const variable = (path: string, key: string) => ({
    name: key,
    valueFrom: { fileKeyRef: { volumeName: "v", path, key } },
  });
  const env = [variable("a.env", "A"), variable("b.env", "B"), variable("a.env", "C")];
  const pod = {
    kind: "Pod",
    spec: { volumes: [{ name: "v", emptyDir: {} }], containers: [{ name: "c", env }] },
  };
  const { containers } = resolvePod(pod as never, { volumeContents: { v: { readFile, readLink: () => undefined } } });
  expect(containers[0]!.error).toBeUndefined();
  expect(containers[0]!.env.map(({ name, value }) => `${name}=${value}`)).toEqual(["A=1", "B=2", "C=\u00fc"]);
});

describe("bytes that lie about their length", () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const substitution = new Substitution("flux", { A: "value" });

  test.each<[string, () => string]>([
    ["Substitution.expandBytes", () => decode(substitution.expandBytes(lying(encode("x${A}"))))],
    ["compileText", () => compileText(lying(encode("x$(A)"))).expand({ A: "value" })],
    ["compileText, not ASCII", () => compileText(lying(encode("x${A}")), { syntax: "flux" }).expand({ A: "value" })],
    [
      "an input",
      () =>
        into(
          (bytes) => bytes,
          (output) => environment.expandInto(lying(encode("x$(HOST)")), output).written,
        ),
    ],
    ["an output", () => into(lying, (output) => environment.expandInto(encode("x$(HOST)".repeat(9)), output).written)],
    [
      "an input of a dialect",
      () =>
        into(
          (bytes) => bytes,
          (out) => substitution.expandInto(lying(encode("x${A}")), out).written,
        ),
    ],
  ])("%s", (_, expand) => {
    environment.expandBytes(encode("an earlier call".repeat(1000)));
    const expanded = expand();
    expect(["xvalue", "xdb", "xdbxdbxdbx"]).toContain(expanded);
  });

  /** What is written to ten bytes of a kind. */
  function into(make: (bytes: Uint8Array) => Uint8Array, write: (output: Uint8Array) => number): string {
    const output = make(new Uint8Array(10));
    return decode(Uint8Array.prototype.slice.call(output, 0, write(output)));
  }
});
