import { describe, expect, test } from "vitest";
import { mutantsOf } from "./enumerate.ts";
import { changeOf, idOf, mutated, type Operator } from "./mutant.ts";

/** `before → after` of every mutant by these operators. */
function changes(source: string, ...operators: Operator[]): string[] {
  const mutants = mutantsOf("src/a.ts", source);
  return mutants.filter(({ operator }) => operators.includes(operator)).map(changeOf);
}

describe("operators", () => {
  test.each<[Operator, string, string[]]>([
    ["relational", "a < b; c >= d;", ["a < b → a <= b", "c >= d → c > d"]],
    ["negation", "a < b; c === d; !e;", ["a < b → a >= b", "c === d → c !== d", "!e → e"]],
    ["condition", "if (a) b();", ["a → true", "a → false"]],
    ["condition", "while (a) b();", ["a → false"]],
    ["condition", "while (true) b();", []],
    ["condition", "x = a ? 1 : 2;", ["a → true", "a → false"]],
    ["arithmetic", "a + b; a *= b; i++; -c;", ["a + b → a - b", "a *= b → a /= b", "i++ → i--", "-c → c"]],
    ["arithmetic", 'a + "text"; `${a}` + b;', []],
    ["bitwise", "a & b; a << 1; a |= b; ~c;", ["a & b → a | b", "a << 1 → a >> 1", "a |= b → a &= b", "~c → c"]],
    ["logical", "a && b; a ?? b;", ["a && b → a || b", "a ?? b → a && b"]],
    ["number", "f(0, 0x0f, 2n);", ["0 → 1", "0 → (-1)", "0x0f → 0x10", "0x0f → 0xe", "2n → 3n", "2n → 1n"]],
    ["number", "h * 0x9e3779b97f4a7c15; memory.data(8, 16);", ["8 → 9", "8 → 7"]],
    ["boolean", "f(true, false);", ["true → false", "false → true"]],
    ["string", 'f("a", "", `b`, `${c}d`);', ['"a" → ""', '"" → "mutant"', '`b` → ""', '`${c}d` → ""']],
    ["string", 'import { a } from "./a.ts"; const b: "c" = { "d": e };', []],
    ["regex", "f(/^a+$/);", ["/^a+$/ → /a+$/", "/^a+$/ → /^a+/", "/^a+$/ → /^a*$/"]],
    ["statement", "a = 1; b(); throw c;", ["a = 1; → (nothing)", "b(); → (nothing)", "throw c; → (nothing)"]],
    ["statement", "function f() { if (a) return 1; return 2; }", ["return 1; → ;"]],
    ["statement", "for (;;) { if (a) break; else continue; }", ["break; → ;", "continue; → ;"]],
    ["return", "function f(): boolean { return a; }", ["a → !(a)"]],
    ["return", "function f(): usize { return a; }", ["a → 0"]],
    ["return", "function f(): string { return a; }", ['a → ""']],
    ["return", "function f(): A[] { return a; }", ["a → []"]],
    ["return", "function f(): v128 { return a; }", []],
    ["return", "const f = (a) => a.b;", ["a.b → undefined"]],
    ["else", "if (a) b(); else { c(); }", ["{ c(); } → {}"]],
    ["index", "a[i]; a[name]; a[i + 1];", ["i → i + 1", "i → i - 1", "i + 1 → (i + 1) + 1", "i + 1 → (i + 1) - 1"]],
    ["index", "a.slice(1, b); a.length; a.length = 0;", ["1 → 1 + 1", "b → b + 1", "a.length → (a.length - 1)"]],
    ["index", "for (const a of b) c(a);", ["b → [...b].slice(1)"]],
    ["offset", "load<u8>(a); load<u8>(a, 4); store<u8>(a, b);", ["a → a + 1", "4 → 4 + 1", "a → a + 1"]],
    ["offset", "v128.load(a); v128.store(a, b, BLOCK); table.load(a);", ["a → a + 1", "BLOCK → BLOCK + 1"]],
    ["call", "Math.min(a, b); max<usize>(a, b); a.every(b);", ["min → max", "max → min", "every → some"]],
  ])("%s: %s", (operator, source, expected) => {
    expect(changes(source, operator)).toEqual(expected);
  });

  test("what is changed binds as it did", () => {
    const [mutant] = mutantsOf("src/a.ts", "x = a & (b << 1) & c;").filter(({ operator }) => operator === "bitwise");
    expect(mutated("x = a & (b << 1) & c;", mutant!)).toBe("x = (a & (b << 1)) | c;");
  });
});

test("types are not code", () => {
  const source = 'type A = 1 | "a"; interface B { c: 2 } declare const d: 3; let e: A | B; f<1>(g as 4);';
  expect(mutantsOf("src/a.ts", source).map(changeOf)).toEqual(["f<1>(g as 4); → (nothing)"]);
});

test("AssemblyScript is read, too", () => {
  const source = "function f<T>(at: usize): u32 { return <u32>load<T>(at) === 1 ? <u32>at : 0; }";
  expect(new Set(mutantsOf("assembly/a.ts", source).map(({ operator }) => operator))).toEqual(
    new Set(["return", "condition", "negation", "offset", "number"]),
  );
});

describe("the name of a mutant", () => {
  const source = "class A {\n  b() {\n    const c = () => { d = 1; d = 1; };\n  }\n}\n";

  test("has the file, the function, the change, and which of several it is", () => {
    const ids = mutantsOf("src/a.ts", source).map(idOf);
    expect(ids.filter((id) => id.includes("statement"))).toEqual([
      "src/a.ts A.b.c statement: d = 1; → (nothing)",
      "src/a.ts A.b.c statement: d = 1; → (nothing) #2",
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("stays when lines are moved", () => {
    const moved = `// A comment.\n\nfunction z() { return 3; }\n${source}`;
    const ids = new Set(mutantsOf("src/a.ts", moved).map(idOf));
    expect(mutantsOf("src/a.ts", source).every((mutant) => ids.has(idOf(mutant)))).toBe(true);
  });

  test("the place is that of the change", () => {
    const [mutant] = mutantsOf("src/a.ts", source);
    expect(mutant).toMatchObject({ line: 3, column: 23, before: "d = 1;", occurrence: 1 });
  });

  test("a long text is cut in the middle", () => {
    const [mutant] = mutantsOf("src/a.ts", `f("${"x".repeat(500)}");`);
    expect(idOf(mutant!).length).toBeLessThan(150);
  });
});
