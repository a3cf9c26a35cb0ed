import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  Environment,
  escapeDollars,
  expand,
  mappingFuncFor,
  type UnexpandedHandler,
  type UnexpandedReference,
  unescapeDollars,
  type VariableContext,
} from "../../src/index.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

describe("names", () => {
  const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

  test.each([...inherited, ""])("%j is an ordinary name", (name) => {
    const reference = `<$(${name})>`;
    for (const empty of [{}, new Map(), Object.create(null)] as VariableContext[]) {
      expect(expand(reference, mappingFuncFor(null, empty))).toBe(reference);
      expect(new Environment(empty).expand(reference)).toBe(reference);
      expect(decode(new Environment(empty).expandBytes(encode(reference)))).toBe(reference);
      expect(new Environment(empty).get(name)).toBeUndefined();
    }
    const object = Object.defineProperty({}, name, { value: "v", enumerable: true }) as VariableContext;
    for (const context of [object, new Map([[name, "v"]])]) {
      expect(expand(reference, mappingFuncFor(null, context))).toBe("<v>");
      expect(new Environment(context).expand(reference)).toBe("<v>");
      expect(decode(new Environment(context).expandBytes(encode(reference)))).toBe("<v>");
      expect(new Environment(context).get(name)).toBe("v");
    }
  });

  test("the first context that has the name counts, even with an empty value", () => {
    const contexts = [{ A: "" }, { A: "second", B: "b" }];
    expect(expand("[$(A)$(B)]", mappingFuncFor(null, ...contexts))).toBe("[b]");
    expect(new Environment(...contexts).expand("[$(A)$(B)]")).toBe("[b]");
  });

  test("mappingFuncFor reads its contexts when it is called", () => {
    const context: Record<string, string> = {};
    const mapping = mappingFuncFor(null, context);
    expect(expand("$(LATER)", mapping)).toBe("$(LATER)");
    context.LATER = "now";
    expect(expand("$(LATER)", mapping)).toBe("now");
  });
});

describe("set", () => {
  test("is seen by what is expanded later, in every form", () => {
    const environment = new Environment({ A: "1" });
    expect(environment.expand("$(A)$(B)")).toBe("1$(B)");
    expect(decode(environment.expandBytes(encode("$(A)$(B)")))).toBe("1$(B)");
    environment.set("B", environment.expand("$(A)2"));
    environment.set("A", "changed");
    expect(environment.expand("$(A)$(B)")).toBe("changed12");
    expect(decode(environment.expandBytes(encode("$(A)$(B)")))).toBe("changed12");
    expect([...environment.entries()]).toEqual([
      ["A", "changed"],
      ["B", "12"],
    ]);
  });

  test("many times, with values that grow: memory stays bounded", () => {
    const environment = new Environment();
    const value = "v".repeat(10_000);
    for (let i = 0; i < 20_000; i++) {
      environment.set("A", value + i);
      if (i % 100 === 0) expect(decode(environment.expandBytes(encode("$(A)")))).toBe(value + i);
    }
  });

  test("rejects what is not text, without showing it", () => {
    const environment = new Environment();
    expect(() => environment.set("A", 5 as unknown as string)).toThrow("the value of A must be a string, not a number");
    expect(() => new Environment({ A: null } as unknown as VariableContext)).toThrow(TypeError);
    expect(() => new Environment("A=1" as never)).toThrow(TypeError);
    for (const contexts of [["A=1"], [{}, "A=1"]]) {
      expect(() => mappingFuncFor(null, ...(contexts as never[]))).toThrow(TypeError);
    }
  });
});

test("environments take turns, whatever their sizes", () => {
  const environments = Array.from({ length: 12 }, (_, i) => {
    const variables = new Map<string, string>();
    for (let n = 0; n < 3 ** (i % 8); n++) variables.set(`NAME_${n}`, `${i}:${n}`);
    return new Environment(variables);
  });
  for (let round = 0; round < 3; round++) {
    for (const [i, environment] of environments.entries()) {
      const last = 3 ** (i % 8) - 1;
      expect(environment.expand(`$(NAME_0) $(NAME_${last}) $(NAME_${last + 1})`)).toBe(
        `${i}:0 ${i}:${last} $(NAME_${last + 1})`,
      );
      expect(decode(environment.expandBytes(encode(`$(NAME_${last})`)))).toBe(`${i}:${last}`);
      environment.set("ROUND", String(round));
      expect(environment.expand("$(ROUND)")).toBe(String(round));
    }
  }
});

describe("mapping callbacks", () => {
  test("may call expand again, with memory growing in between", () => {
    const big = "$(INNER)".repeat(100_000);
    const environment = new Environment({ INNER: "i" });
    const result = expand("a$(OUTER)b$(OUTER)c", (name) => {
      expect(name).toBe("OUTER");
      return String(environment.expand(big).length + expand(big, () => "xy").length);
    });
    expect(result).toBe("a300000b300000c");
  });

  test("nest a hundred deep", () => {
    const nest = (depth: number): string =>
      depth === 0 ? "." : expand("<$(X)|$(X2)>", (n) => (n === "X" ? nest(depth - 1) : ""));
    expect(nest(100)).toBe(`${"<".repeat(100)}.${"|>".repeat(100)}`);
  });

  test("may throw; the next call is not disturbed", () => {
    expect(() =>
      expand("$(A)$(B)", () => {
        throw new Error("from the callback");
      }),
    ).toThrow("from the callback");
    expect(expand("$(A)$(B)", (name) => name)).toBe("AB");
  });

  test("may return any text, which is not scanned again", () => {
    expect(expand("$(A)", () => "$(A)$$")).toBe("$(A)$$");
    expect(expand("x$(A)y", () => "")).toBe("xy");
    expect(expand("$(A)", () => "\ud800")).toBe("\ud800");
  });

  test("are called once per reference, from left to right, with the unchanged name", () => {
    const names: string[] = [];
    expand("$(B)$(A)$(B)$($$)$(a b)$()$(x$(y))", (name) => {
      names.push(name);
      return "";
    });
    expect(names).toEqual(["B", "A", "B", "$$", "a b", "", "x$(y"]);
  });

  test("a handler can expand, too", () => {
    const environment = new Environment({ A: "a" });
    const seen: string[] = [];
    const onUnexpanded = ({ name, offset }: UnexpandedReference) =>
      seen.push(`${environment.expand("$(A)")} ${name}@${offset}`);
    expect(environment.expand("$(X)$(A)$(Y)", onUnexpanded)).toBe("$(X)a$(Y)");
    expect(seen).toEqual(["a X@0", "a Y@8"]);
  });
});

describe("text that is not well formed", () => {
  test("lone surrogates pass through a string, in text, names and values", () => {
    const variables = new Map([["\udc00", "\ud83d"]]);
    const input = "\ud800$(\udc00)$\ud800$$\udfff$(\ud800)";
    const expected = "\ud800\ud83d$\ud800$\udfff$(\ud800)";
    expect(new Environment(variables).expand(input)).toBe(expected);
    expect(expand(input, mappingFuncFor(null, variables))).toBe(expected);
  });

  test.each([
    ["invalid byte after $", [0x24, 0xff], [0x24, 0xef, 0xbf, 0xbd]],
    ["truncated sequence after $", [0x24, 0xe2, 0x82], [0x24, 0xef, 0xbf, 0xbd, 0x82]],
    ["truncated after E0 and $", [0x24, 0xe0, 0xa4, 0x41], [0x24, 0xef, 0xbf, 0xbd, 0xa4, 0x41]],
    ["surrogate after $", [0x24, 0xed, 0xa0, 0x80], [0x24, 0xef, 0xbf, 0xbd, 0xa0, 0x80]],
    ["overlong after $", [0x24, 0xc0, 0x80], [0x24, 0xef, 0xbf, 0xbd, 0x80]],
    ["overlong in three bytes after $", [0x24, 0xe0, 0x9f, 0xbf], [0x24, 0xef, 0xbf, 0xbd, 0x9f, 0xbf]],
    ["beyond U+10FFFF after $", [0x24, 0xf4, 0x90, 0x80, 0x80], [0x24, 0xef, 0xbf, 0xbd, 0x90, 0x80, 0x80]],
    ["U+10FFFF after $", [0x24, 0xf4, 0x8f, 0xbf, 0xbf], [0x24, 0xf4, 0x8f, 0xbf, 0xbf]],
    ["é after $", [0x24, 0xc3, 0xa9], [0x24, 0xc3, 0xa9]],
    ["invalid bytes elsewhere", [0xff, 0xfe, 0x41, 0xc3], [0xff, 0xfe, 0x41, 0xc3]],
  ])("%s", (_, input, expected) => {
    expect([...new Environment().expandBytes(Uint8Array.from(input))]).toEqual(expected);
  });
});

test("escapeDollars and unescapeDollars", () => {
  const texts = ["", "$", "$$", "$(A)", "$$(A)$", "no dollar", "\ud800$"];
  const environment = new Environment({ A: "wrong" });
  for (const text of texts) {
    expect(environment.expand(escapeDollars(text))).toBe(text);
    expect(unescapeDollars(escapeDollars(text))).toBe(text);
  }
  expect(escapeDollars("$(A)$")).toBe("$$(A)$$");
  for (const action of [escapeDollars, unescapeDollars]) {
    expect(() => action(5 as never)).toThrow(new TypeError("text must be a string, not a number"));
  }
  expect(unescapeDollars("$$(A)$(B)$$$")).toBe("$(A)$(B)$$");
});

test("Node.js prints the names, and no value", () => {
  expect(inspect(new Environment({ HOST: "db", "a\tb": "secret" }))).toBe("Environment { HOST, a\\tb }");
  expect(inspect({ environment: new Environment({ A: "secret" }) })).toBe("{ environment: Environment { A } }");
  expect(inspect(new Environment())).toBe("Environment {}");
  const names = Array.from({ length: 22 }, (_, i) => `N${i}`);
  const many = inspect(new Environment(Object.fromEntries(names.map((name) => [name, "1"]))));
  expect(many).toBe(`Environment { ${names.slice(0, 20).join(", ")}, ... 2 more }`);
});

test("a variable that did not fit is set even if a later one fits", () => {
  const expandedBytes = (one: Environment, text: string) => Buffer.from(one.expandBytes(Buffer.from(text))).toString();
  const environment = new Environment({ A: "1", LONG: "x".repeat(5000) });
  const makeBetweenOthers = () => {
    expect(expandedBytes(environment, "$(A)")).toBe("1");
    expect(expandedBytes(new Environment({ B: "2" }), "$(B)")).toBe("2");
  };
  makeBetweenOthers();
  environment.set("C", "3");
  makeBetweenOthers();
  environment.set("M", "x".repeat(50_000));
  environment.set("N", "4");
  expect(expandedBytes(environment, "$(M)$(N)")).toBe(`${"x".repeat(50_000)}4`);
});

test("a byte order mark is a part of a name", () => {
  const environment = new Environment({ A: "a" });
  const input = "$(\ufeffA)$(A)";
  const names = (expand: (onUnexpanded: UnexpandedHandler) => void) => {
    const found: string[] = [];
    expand(({ name }) => found.push(name));
    return found;
  };
  const expected = names((onUnexpanded) => expect(environment.expand(input, onUnexpanded)).toBe("$(\ufeffA)a"));
  expect(expected).toEqual(["\ufeffA"]);
  const bytes = new TextEncoder().encode(input);
  expect(names((onUnexpanded) => environment.expandBytes(bytes, onUnexpanded))).toEqual(expected);
  const many = Array<string>(100).fill(input);
  expect(names((onUnexpanded) => environment.expandAll(many, onUnexpanded))).toEqual(Array(100).fill(expected[0]));
});
