import { describe, expect, test } from "vitest";
import { envFileLookup } from "../../src/envfile/parse.ts";
import { EnvFileError, parseDotenv, parseEnvFile, readDotenvKey, readEnvFileKey } from "../../src/index.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

function errorOf(run: () => unknown): EnvFileError {
  try {
    run();
  } catch (error) {
    if (error instanceof EnvFileError) return error;
  }
  throw new Error("no EnvFileError");
}

test("places: of text in UTF-16 code units, of bytes in bytes", () => {
  const file = "# é🌍\nA='é🌍'\n  B='two\nlines' # c\nC='3'";
  expect(parseEnvFile(file).assignments).toEqual([
    { name: "A", value: "é🌍", line: 2, column: 1, offset: 6, valueStart: 9, valueEnd: 12 },
    { name: "B", value: "two\nlines", line: 3, column: 3, offset: 16, valueStart: 19, valueEnd: 28 },
    { name: "C", value: "3", line: 5, column: 1, offset: 34, valueStart: 37, valueEnd: 38 },
  ]);
  expect(parseEnvFile(encode(file)).assignments).toEqual([
    { name: "A", value: "é🌍", line: 2, column: 1, offset: 9, valueStart: 12, valueEnd: 18 },
    { name: "B", value: "two\nlines", line: 3, column: 3, offset: 22, valueStart: 25, valueEnd: 34 },
    { name: "C", value: "3", line: 5, column: 1, offset: 40, valueStart: 43, valueEnd: 44 },
  ]);
});

test("places of errors", () => {
  const { code, line, column, offset } = errorOf(() => parseEnvFile("# é🌍\nA='é🌍' x"));
  expect({ code, line, column, offset }).toEqual({ code: "content-after-quote", line: 2, column: 8, offset: 14 });
  const ofBytes = errorOf(() => parseEnvFile(encode("# é🌍\nA='é🌍' x")));
  expect({ ...ofBytes }).toMatchObject({ code: "content-after-quote", line: 2, column: 8, offset: 20 });
  expect(ofBytes.message).toMatch(/^line 2, column 8: /);
});

test("messages say what would be right, and never a text of the file", () => {
  const secret = "hunter2";
  const files = [
    secret,
    `=${secret}`,
    `${secret} ='${secret}'`,
    `A=${secret}`,
    `A='${secret}`,
    `A='${secret}' ${secret}`,
    `${secret}\t='${secret}'`,
    `${secret}\x01='${secret}'`,
    `${secret.repeat(20)}='${secret}'`,
    `A='${secret.repeat(5000)}'`,
    secret.repeat(10_000),
    `#${secret.repeat(9_362)}x`,
  ];
  const codes = new Set<string>();
  for (const file of files) {
    for (const profile of ["design", "kubelet"] as const) {
      try {
        parseEnvFile(file, { profile });
      } catch (error) {
        expect(error).toBeInstanceOf(EnvFileError);
        expect(JSON.stringify({ ...(error as object) }) + String(error) + (error as Error).stack).not.toContain(secret);
        codes.add((error as EnvFileError).code);
      }
    }
  }
  expect([...codes].sort()).toEqual([
    "blank-before-equals-sign",
    "content-after-quote",
    "empty-name",
    "file-too-large",
    "invalid-name",
    "line-too-long",
    "missing-equals-sign",
    "name-too-long",
    "unclosed-quote",
    "value-not-quoted",
    "value-too-long",
  ]);
  expect(errorOf(() => parseEnvFile("A='1'\nB=2")).message).toBe(
    "line 2, column 3: the value must begin with an apostrophe immediately after `=`; write NAME='value'",
  );
});

test.each<[file: string, code: string, design: string, kubelet: string]>([
  ["A", "missing-equals-sign", "the line has no `=`; write NAME='value'", "missing '='"],
  ["='1'", "empty-name", "the name before `=` is missing; write NAME='value'", "empty variable name"],
  ["A ='1'", "blank-before-equals-sign", "white space before `=`; remove it", "whitespace before '=' is not allowed"],
  [
    "A=1",
    "value-not-quoted",
    "the value must begin with an apostrophe immediately after `=`; write NAME='value'",
    "value must be enclosed in single quotes",
  ],
  [
    "A='1'1",
    "content-after-quote",
    "unexpected text after the closing apostrophe; only white space and a # comment can follow",
    "unexpected content after closing quote",
  ],
])("the reasons for rejecting %j", (line, code, design, kubelet) => {
  const file = `# c\n${line}`;
  const error = errorOf(() => parseEnvFile(file));
  expect([error.code, error.reason, error.message]).toEqual([
    code,
    design,
    `line 2, column ${error.column}: ${design}`,
  ]);
  const message = `invalid environment variable format at line 2: ${kubelet}`;
  const rejected = errorOf(() => parseEnvFile(file, { profile: "kubelet" }));
  expect([rejected.code, rejected.reason, rejected.message]).toEqual([code, message, message]);
});

test("an unclosed quote is reported where it begins, and in the kubelet's profile with the line where it begins", () => {
  const file = "# c\nA='1\n2\n";
  expect(errorOf(() => parseEnvFile(file)).message).toBe(
    "line 2, column 3: the closing apostrophe of the value is missing; add it",
  );
  expect(errorOf(() => parseEnvFile(file, { profile: "kubelet" })).message).toBe(
    "invalid environment variable format starting at line 2: unclosed single quote",
  );
});

test.each([
  ["A\x01='1'", "column 2: the name contains a character that is not printable ASCII; rename the variable"],
  [`${"A".repeat(129)}='1'`, "column 1: the name has more than 128 characters"],
  [`A='${"1".repeat(32_769)}'`, "column 4: the value has more than 32768 bytes"],
  [`#${"x".repeat(65_535)}`, "column 1: the line has more than 65535 bytes"],
  ["#\n".repeat(32_769), "line 32769, column 1: the file has more than 65536 bytes"],
])("the reason for a limit of the design profile", (file, message) => {
  expect(errorOf(() => parseEnvFile(file)).message).toBe(message.startsWith("line") ? message : `line 1, ${message}`);
});

test("arguments of another type are rejected", () => {
  for (const read of [readEnvFileKey, readDotenvKey]) {
    expect(() => read("A='1'", 5 as never)).toThrow(new TypeError("name must be a string, not a number"));
  }
  for (const read of [parseEnvFile, (source: never) => readEnvFileKey(source, "A"), envFileLookup]) {
    expect(() => read(5 as never)).toThrow(/^source must be an env file, /);
  }
  for (const read of [parseDotenv, (source: never) => readDotenvKey(source, "A")]) {
    expect(() => read(5 as never)).toThrow(/^source must be a dotenv file, /);
  }
});

test("the kubelet's message about a long line names the path", () => {
  const file = "x".repeat(65_536);
  const options = { profile: "kubelet", path: "/var/lib/kubelet/pods/1/config.env" } as const;
  expect(errorOf(() => parseEnvFile(file, options)).message).toBe(
    'error reading environment variable file "/var/lib/kubelet/pods/1/config.env": bufio.Scanner: token too long',
  );
});

test("names that mean something to JavaScript are ordinary", () => {
  const file = parseEnvFile("__proto__='a'\nconstructor='b'\ntoString='c'\n0='d'\n__proto__='e'");
  const variables = file.toObject();
  expect(Object.getPrototypeOf(variables)).toBe(Object.prototype);
  expect(Object.entries(variables)).toEqual([
    ["0", "d"],
    ["__proto__", "e"],
    ["constructor", "b"],
    ["toString", "c"],
  ]);
  expect(file.get("__proto__")).toBe("e");
  expect(parseEnvFile("").get("__proto__")).toBeUndefined();
  expect(parseEnvFile("").get("toString")).toBeUndefined();
  expect(readEnvFileKey("A='1'", "constructor")).toBeUndefined();
  expect(parseEnvFile("__proto__='a'\n__proto__='b'", { profile: "kubelet" }).toObject()).toHaveProperty(
    ["__proto__"],
    "a",
  );
});

describe("one key", () => {
  test("in the kubelet's profile, the text after it is not read", () => {
    const file = "A='1'\nB='2'\nA='3'\nnonsense";
    expect(readEnvFileKey(file, "A", { profile: "kubelet" })).toBe("1");
    expect(readEnvFileKey(encode(file), "B", { profile: "kubelet" })).toBe("2");
    expect(errorOf(() => readEnvFileKey(file, "C", { profile: "kubelet" })).line).toBe(4);
    expect(errorOf(() => readEnvFileKey(file, "A")).code).toBe("missing-equals-sign");
  });

  test("a file without it", () => {
    expect(readEnvFileKey("", "A")).toBeUndefined();
    expect(readEnvFileKey("AB='1'\n", "A")).toBeUndefined();
    expect(readEnvFileKey("A='1'\n", "AB")).toBeUndefined();
    expect(readEnvFileKey("A='1'\n", "")).toBeUndefined();
    expect(readEnvFileKey("A=''\n", "A")).toBe("");
  });

  test("names beyond ASCII", () => {
    const kubelet = { profile: "kubelet" } as const;
    for (const source of ["é='1'\n日本='2'\nx", encode("é='1'\n日本='2'\nx")]) {
      expect(readEnvFileKey(source, "é", kubelet)).toBe("1");
      expect(readEnvFileKey(source, "日本", kubelet)).toBe("2");
      expect(() => readEnvFileKey(source, "日", kubelet)).toThrow("line 3: missing '='");
    }
  });
});

describe("text that is not Unicode", () => {
  const kubelet = { profile: "kubelet" } as const;

  test("lone surrogates are data, and not the same", () => {
    const file = "\ud800='a'\n\ud801='b'\n\ufffd='c'\nV='\udc00\ud800'";
    expect(parseEnvFile(file, kubelet).toObject()).toEqual({
      "\ud800": "a",
      "\ud801": "b",
      "\ufffd": "c",
      V: "\udc00\ud800",
    });
    for (const [name, value] of [
      ["\ud800", "a"],
      ["\ud801", "b"],
      ["\ufffd", "c"],
    ] as const) {
      expect(parseEnvFile(file, kubelet).get(name)).toBe(value);
      expect(readEnvFileKey(file, name, kubelet)).toBe(value);
    }
    expect(readEnvFileKey(file, "\ud802", kubelet)).toBeUndefined();
  });

  test("bytes that are not UTF-8 are data; a name is found by its bytes", () => {
    const file = latin1("\xff='a'\n\xef\xbf\xbd='b'\nV='\xff\xfe\xc3'\nW='\xc3\xa9\r\n'");
    const parsed = parseEnvFile(file, kubelet);
    expect(parsed.assignments.map(({ name, value, offset }) => [name, value, offset])).toEqual([
      ["\ufffd", "a", 0],
      ["\ufffd", "b", 6],
      ["V", "\ufffd\ufffd\ufffd", 14],
      ["W", "é\n", 22],
    ]);
    expect(parsed.get("\ufffd")).toBe("b");
    expect(parsed.get("\ud800")).toBeUndefined();
    expect(readEnvFileKey(file, "\ufffd", kubelet)).toBe("b");
    expect(file.subarray(parsed.assignments[2]!.valueStart, parsed.assignments[2]!.valueEnd)).toEqual(
      latin1("\xff\xfe\xc3"),
    );
  });

  test("as many units as bytes, and yet not ASCII", () => {
    expect(parseEnvFile(latin1("A='\xff'\nB='2'"), kubelet).toObject()).toEqual({ A: "\ufffd", B: "2" });
  });

  test("a byte order mark is data", () => {
    for (const source of ["\ufeffA='\ufeff'", encode("\ufeffA='\ufeff'")]) {
      expect(parseEnvFile(source, kubelet).toObject()).toEqual({ "\ufeffA": "\ufeff" });
    }
    expect(errorOf(() => parseEnvFile("\ufeff# comment", kubelet)).code).toBe("missing-equals-sign");
  });
});

test("more assignments than one batch of records, with and without text beyond ASCII", () => {
  for (const [filler, profile] of [
    ["v", "design"],
    ["é🌍", "kubelet"],
  ] as const) {
    let file = "";
    for (let i = 0; i < (profile === "design" ? 5000 : 20_000); i++) file += `N${i}='${filler}'\n`;
    for (const source of [file, encode(file)]) {
      const { assignments } = parseEnvFile(source, { profile });
      expect(assignments.every(({ name, value }, i) => name === `N${i}` && value === filler)).toBe(true);
      expect(assignments.at(-1)!.line).toBe(assignments.length);
      expect(readEnvFileKey(source, "N4999", { profile })).toBe(filler);
    }
    const broken = errorOf(() => parseEnvFile(`${file}x`, { profile }));
    expect(broken.offset).toBe(file.length);
  }
});

test.each(["ASCII", "é"])("an instance does not change when its bytes do (%s)", (value) => {
  const source = encode(`AB='b'\nAC='${value}'`);
  const file = parseEnvFile(source, { profile: "kubelet" });
  source.fill(0x20);
  expect([file.get("AB"), file.get("AC")]).toEqual(["b", value]);
});

test("an instance does not change when the scanners read something else", () => {
  const first = parseEnvFile("A='1'\nB='2'");
  parseEnvFile("C='x'\nD='y'\nE='z'").toObject();
  expect(first.get("B")).toBe("2");
  expect(first.toObject()).toEqual({ A: "1", B: "2" });
});

describe("the bytes of a value", () => {
  const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

  test("that are not UTF-8, as they are in the file; line ends are LF", () => {
    const file = parseEnvFile(latin1("A='1'\nKEY='\xff\xfe\r\n\r\r\n'\nA='\xe9'\n"));
    expect(file.get("KEY")).toBe("\ufffd\ufffd\n\r\n");
    expect(file.getBytes("KEY")).toEqual(Uint8Array.of(0xff, 0xfe, 0x0a, 0x0d, 0x0a));
    expect(file.getBytes("A")).toEqual(Uint8Array.of(0xe9));
    expect(file.getBytes("B")).toBeUndefined();
    const kubelet = parseEnvFile(latin1("A='\xe9'\nA='1'\n"), { profile: "kubelet" });
    expect(kubelet.getBytes("A")).toEqual(Uint8Array.of(0xe9));
  });

  test("of text, its UTF-8", () => {
    for (const source of ["A='é'\nB='\r\n'\n", new TextEncoder().encode("A='é'\nB='\r\n'\n"), "A='é'\nB='\n'\n"]) {
      const file = parseEnvFile(source);
      expect(file.getBytes("A")).toEqual(Uint8Array.of(0xc3, 0xa9));
      expect(file.getBytes("B")).toEqual(Uint8Array.of(0x0a));
    }
    expect(parseEnvFile(new TextEncoder().encode("A='1'\n")).getBytes("A")).toEqual(Uint8Array.of(0x31));
  });

  test("belong to the caller", () => {
    const file = parseEnvFile(latin1("A='\xff'\n"));
    file.getBytes("A")!.fill(0);
    expect(file.getBytes("A")).toEqual(Uint8Array.of(0xff));
  });
});

describe("a byte order mark at the beginning", () => {
  const reason = "the file starts with a byte order mark; save it as UTF-8 without one";

  test.each(["\ufeffA='1'\n", "\ufeff# c\n", "\ufeff\n"])("is named where it is the error: %j", (text) => {
    for (const source of [text, new TextEncoder().encode(text)]) {
      expect(() => parseEnvFile(source)).toThrow(expect.objectContaining({ reason, line: 1, column: 1, offset: 0 }));
    }
  });

  test("does not cause an error elsewhere, and is not in the kubelet's message", () => {
    expect(() => parseEnvFile("A='1'\n\ufeffB='1'\n")).toThrow(
      expect.objectContaining({
        reason: "the name contains a character that is not printable ASCII; rename the variable",
      }),
    );
    expect(() => parseEnvFile("\ufeff# c\n", { profile: "kubelet" })).toThrow(
      expect.objectContaining({ reason: "invalid environment variable format at line 1: missing '='" }),
    );
  });
});
