/** However the input and the output are divided, the dialects' output is the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { ChunkExpander } from "../../../src/expansion/streams/chunk-expander.ts";
import type { Syntax } from "../../../src/expansion/unexpanded.ts";

const VALUES = { A: "value", B: "", LONG: "v".repeat(300), É: "é" };
const TEXTS: Readonly<Record<Syntax, string>> = {
  envsubst: "$A ${A}$ ${A-x} ${A$A} $é $$A ${LONG}${ ${UNSET}|",
  compose: "$A ${A}$$${B:-${A}-${UNSET:-}é}{} ${UNSET+x}${A:+{}}\n${LONG:-x} ${A:?m}|",
  flux: "$A ${A}$$${B:-${A}-${B:=é}} ${A^^}${#LONG} ${É/é/e\\/}${A%u*}${LONG:1:-${B}2}\n|".replace(":-${B}2", ":2"),
  "otel-collector": "$A ${A}$$${A} ${env:B:-x y} ${env:LONG}${ ${env:UNSET:-{} ${UNSET}|",
  otel: "$A ${A}$${A} ${B:-x y} ${env:LONG}${$$ ${A:-{} ${UNSET}|",
};
const SYNTAXES = Object.keys(TEXTS) as Syntax[];

/** The output of a stream of pieces, and the variables that are not set with the offsets of their `$`. */
function streamed(
  substitution: Substitution,
  pieces: readonly Uint8Array[],
  format: "text" | "json" | "yaml" = "text",
) {
  let output = "";
  const unset: string[] = [];
  const stream = new ChunkExpander(
    substitution,
    {
      output: (bytes) => (output += Buffer.from(bytes).toString("latin1")),
      unresolved: (name, offset) => unset.push(`${Buffer.from(name)}@${offset}`),
    },
    { format },
  );
  for (const piece of pieces) stream.push(piece);
  stream.end();
  return { output: Buffer.from(output, "latin1").toString(), unset };
}

/** A text, or what is wrong and where. */
function resultOf(expand: () => string) {
  try {
    return expand();
  } catch (error) {
    if (error instanceof SubstitutionError) return { kind: error.reason, offset: error.offset };
    throw error;
  }
}

describe.each(SYNTAXES)("%s", (syntax) => {
  const text = TEXTS[syntax];
  const substitution = new Substitution(syntax, VALUES, { strict: false });
  const bytes = Buffer.from(text);
  const unset: string[] = [];
  const expected = substitution.expandBytes(bytes, ({ name, offset }) => unset.push(`${name}@${offset}`));

  test("the text has what it should test", () => {
    expect(Buffer.from(expected).toString()).toMatchSnapshot();
    expect(unset).toMatchSnapshot();
  });

  test("a stream of two pieces, at every point, and of single bytes", () => {
    for (let cut = 0; cut <= bytes.length; cut++) {
      const result = streamed(substitution, [bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(result, `${cut}`).toEqual({ output: Buffer.from(expected).toString(), unset });
    }
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(streamed(substitution, single)).toEqual({ output: Buffer.from(expected).toString(), unset });
  });

  test("an output of every size", () => {
    for (let size = 1; size < expected.length + 20; size++) {
      const output = new Uint8Array(size);
      const pieces: Uint8Array[] = [];
      const found: string[] = [];
      let at = 0;
      while (at < bytes.length) {
        const from = at;
        const { read, written } = substitution.expandInto(bytes.subarray(at), output, ({ name, offset }) =>
          found.push(`${name}@${from + offset}`),
        );
        if (read === 0) break;
        pieces.push(output.slice(0, written));
        at += read;
      }
      const isWhole = at === bytes.length;
      const result = Buffer.concat(pieces);
      expect(result.equals(Buffer.from(expected).subarray(0, result.length)), `${size}`).toBe(true);
      expect(isWhole || size < VALUES.LONG.length).toBe(true);
      if (isWhole) expect(result.length).toBe(expected.length);
      if (isWhole) expect(found).toEqual(unset);
    }
  });

  test("a name whose characters are cut anywhere by the end of the text that is evaluated first", () => {
    for (let shift = 0; shift < 4; shift++) {
      const text = `\${${"x".repeat(shift)}${"𝐀".repeat(3000)}} $A`;
      const whole = resultOf(() => substitution.expand(text));
      expect(resultOf(() => Buffer.from(substitution.expandBytes(Buffer.from(text))).toString())).toEqual(whole);
      expect(resultOf(() => streamed(substitution, [Buffer.from(text)]).output)).toEqual(whole);
      if (syntax === "flux") expect(whole).toBe(" $A");
    }
  });

  test("references that are longer than the text that is evaluated first, closed and open", () => {
    // Leaves braces in memory, where the input of later calls ends.
    substitution.expandBytes(Buffer.from(`$A${"}".repeat(50_000)}`));
    for (const length of [4089, 4090, 5000, 20_000]) {
      const open = `$A \${UNSET:-${"y".repeat(length)}`;
      for (const text of [open, `${open}} $A`]) {
        const bytes = Buffer.from(text);
        const pieces = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, i) =>
          bytes.subarray(1000 * i, 1000 * (i + 1)),
        );
        const whole = resultOf(() => substitution.expand(text));
        expect(resultOf(() => Buffer.from(substitution.expandBytes(bytes)).toString())).toEqual(whole);
        expect(resultOf(() => streamed(substitution, pieces).output)).toEqual(whole);
      }
    }
  });

  // OpenTelemetry's dialects do not expand JSON.
  test.skipIf(syntax.startsWith("otel"))("strings of JSON, at every point", () => {
    const json = `{"${text.slice(0, 3)}": ${JSON.stringify(text)}, "é\\"\\u00e9\\u0024{UNSET}\\n": [1, "\\u0024{A} \\n"]}\n{"broken: $A\n"$A"`;
    const whole = streamed(substitution, [Buffer.from(json)], "json");
    const values = JSON.parse(whole.output.split("\n")[0]!);
    expect(Object.values(values)).toEqual([substitution.expand(text), [1, "value \n"]]);
    expect(whole.unset).toHaveLength(unset.length + 1);
    for (const [name, offset] of whole.unset.map((each) => each.split("@"))) {
      expect(Buffer.from(json).subarray(Number(offset)).toString()).toMatch(
        new RegExp(`^(?:\\$|\\\\u0024)\\{?${name}`),
      );
    }
    for (let cut = 0; cut <= Buffer.from(json).length; cut += 3) {
      const pieces = [Buffer.from(json).subarray(0, cut), Buffer.from(json).subarray(cut)];
      expect(streamed(substitution, pieces, "json")).toEqual(whole);
    }
  });
});

test("the recorded cases, in bytes that arrive one by one", () => {
  for (const syntax of ["flux", "compose"] as const) {
    const file = join(import.meta.dirname, "..", "..", "vectors", "substitution", `${syntax}.ndjson`);
    for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
      const { input, vars, strict = false, output } = JSON.parse(line);
      const substitution = new Substitution(syntax, vars, { strict });
      const pieces = Array.from(Buffer.from(input), (byte) => Uint8Array.of(byte));
      if (output !== undefined && !strict) expect(streamed(substitution, pieces).output).toBe(output);
    }
  }
});

test("a string of JSON that is not valid UTF-8 does not change", () => {
  const json = Buffer.from('["${A} \xff", "${A}"]', "latin1");
  let output = "";
  const sink = { output: (bytes: Uint8Array) => (output += Buffer.from(bytes).toString("latin1")) };
  const stream = new ChunkExpander(new Substitution("compose", VALUES), sink, { format: "json" });
  stream.push(json);
  stream.end();
  expect(output).toBe('["${A} \xff", "value"]');
});

test.each(SYNTAXES)("%s: an unset name that is longer than the text that is evaluated first", (syntax) => {
  const name = "n".repeat(5000);
  const text = `a \${${name}} b${syntax === "envsubst" || syntax === "compose" ? ` $${name} $` : " $ $"}`;
  const substitution = new Substitution(syntax, {}, { strict: false });
  const offsets = [...text.matchAll(/\$(?=\{|n)/g)].map(({ index }) => index);
  const pieces = Array.from({ length: 3 }, (_, i) =>
    Buffer.from(text.slice(2000 * i, i < 2 ? 2000 * (i + 1) : undefined)),
  );
  for (const input of [[Buffer.from(text)], pieces]) {
    const { output, unset } = streamed(substitution, input);
    expect(output).toBe(text.replaceAll(`\${${name}}`, "").replaceAll(`$${name}`, ""));
    expect(unset).toEqual(offsets.map((offset) => `${name}@${offset}`));
  }
});

test("an unset reference of envsubst is not held back after its name", () => {
  const stream = new ChunkExpander(new Substitution("envsubst", {}), { output() {} }, { maxHeldBytes: 100 });
  stream.push(Buffer.from(`a $B b ${"x".repeat(200)}`));
  expect(stream.consumed).toBe(207);
});

describe("errors", () => {
  const problem = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof SubstitutionError) return [error.reason, error.variable, error.offset];
      throw error;
    }
    return undefined;
  };

  test("have one shape, with offsets", () => {
    const compose = new Substitution("compose", VALUES);
    const flux = new Substitution("flux", VALUES);
    expect(problem(() => compose.expand("é ${A} ${X:?m ${A}}"))).toEqual(["required", "X", 7]);
    expect(problem(() => compose.expandBytes(Buffer.from("é ${A} ${X?}")))).toEqual(["required", "X", 8]);
    expect(problem(() => compose.expand("é ${A} ${B:-${-}}"))).toEqual(["malformed", "${-}}", 12]);
    expect(problem(() => flux.expand("é ${A} ${X}"))).toEqual(["unset", "X", 7]);
    expect(problem(() => flux.expand("é ${A} ${A:1:-3}"))).toEqual(["malformed", "${A:1:-3}", 7]);
    expect(problem(() => flux.expand("é \0"))).toEqual(["malformed", "\0", 2]);
    expect(problem(() => streamed(flux, [Buffer.from("é \0")]))).toEqual(["malformed", "\0", 3]);
    expect(problem(() => streamed(compose, [Buffer.from("$A ${"), Buffer.from("-}")]))).toEqual([
      "malformed",
      "${-}",
      3,
    ]);
    expect(problem(() => streamed(compose, [Buffer.from('["é ${A}", "\\u0041é\\" ${X?} é"]')], "json"))).toEqual([
      "required",
      "X",
      24,
    ]);
  });

  test("in Flux, operators are not part of a name, even if a variable has that name", () => {
    const flux = new Substitution("flux", { "A-B": "x", "A:-B": "x" }, { strict: false });
    expect(flux.expand("${A:-B}")).toBe("B");
    expect(problem(() => flux.expand("${A-B}"))).toEqual(["malformed", "${A-B}", 0]);
  });

  test("in strict mode, a stream without a function for unset variables fails", () => {
    for (const format of ["text", "json", "yaml"] as const) {
      let output = "";
      const sink = { output: (bytes: Uint8Array) => (output += Buffer.from(bytes)) };
      const stream = new ChunkExpander(new Substitution("flux", { A: "1" }), sink, { format });
      stream.push(Buffer.from('a: "${A}"\n---\n'));
      const message = 'the variable "é" is not set; give it a value';
      expect(() => {
        stream.push(Buffer.from('b: "é ${é}"\n'));
        stream.end();
      }).toThrow(expect.objectContaining({ reason: "unset", variable: "é", offset: 21, message }));
      expect(output.startsWith('a: "1"\n')).toBe(true);
    }
  });

  test.each(["text", "json", "yaml"] as const)("%s: an error of the sink is passed on unchanged", (format) => {
    for (const failing of ["output", "unresolved"]) {
      const error = new SubstitutionError("unset", "in another stream", "A", 3);
      const sink = { output() {}, unresolved() {} };
      const stream = new ChunkExpander(new Substitution("flux", {}), sink, { format });
      stream.push(Buffer.from('a: "x"\n---\n'));
      sink[failing as "output"] = () => {
        throw error;
      };
      expect(() => {
        stream.push(Buffer.from('b: "${A}"\n---\n'));
        stream.end();
      }).toThrow(error);
      expect(error.offset).toBe(3);
    }
  });

  test("references can be nested 100 levels deep", () => {
    const nested = (depth: number) => `${"${B:-".repeat(depth)}x${"}".repeat(depth)}`;
    for (const syntax of ["compose", "flux"] as const) {
      const substitution = new Substitution(syntax, VALUES);
      expect(substitution.expand(nested(100))).toBe("x");
      expect(problem(() => substitution.expand(nested(101)))?.[0]).toBe("malformed");
      expect(problem(() => substitution.expand(nested(100_000)))?.[0]).toBe("malformed");
    }
  });
});
