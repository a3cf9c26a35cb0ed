/** What `Environment` and `Substitution` share: variables, and their compiled form in WASM memory. */
import { checkString, wrongArgument } from "../text/argument.ts";
import { concatBytes } from "../text/byte-buffer.ts";
import { printable } from "../text/printable.ts";
import { checkResult } from "../wasm/arena.ts";
import { type ChunkProgress, type ChunkScanner, type ExpandHeld, expandByteChunk } from "../wasm/byte-expansion.ts";
import { KEEPS_KEYS, KEEPS_PLAIN } from "../wasm/codes.ts";
import { EnvironmentTable, type TableSource } from "../wasm/environment.ts";
import { type ExpandedInto, expandInto } from "../wasm/expand-into.ts";
import { isShared, overlap, plainView } from "../wasm/input-bytes.ts";
import { decoder, type UnresolvedReference } from "../wasm/stopped.ts";
import type { Syntax, UnexpandedHandler } from "./unexpanded.ts";

/** The most names that are printed. */
const SHOWN = 20;

/** What depends on the syntax of references in YAML text. */
export interface YamlRules {
  /**
   * What a plain scalar becomes:
   * - `string`: a string.
   * - `text`: what the same text is without `--yaml`, if that is one plain scalar.
   * - `core`: a scalar of YAML 1.2's core schema.
   * - `value`: what the variable contains, as YAML: also a list or a mapping, and in every style of scalar.
   */
  readonly typing: "string" | "text" | "core" | "value";
  readonly keepsKeys: boolean;
}

/** The value of a scalar, and the references in it to variables that are not set, with offsets in UTF-16 code units. */
export interface ExpandedScalar {
  readonly value: string;
  readonly unresolved: readonly UnresolvedReference[];
  /** Whether the value is YAML on one line instead of a string. */
  readonly isYaml?: boolean;
}

/** The value of a string, or YAML on one line for another value. */
export interface CollectorValue {
  readonly text: string;
  readonly isString: boolean;
}

/**
 * Reads the value of a variable as YAML. Returns YAML on one line, in which `expand` has expanded the strings; undefined if
 * the value is a string.
 */
export type ReadValue = (text: string, expand: (text: string) => CollectorValue) => string | undefined;

export abstract class Variables {
  protected readonly variables = new Map<string, string>();
  /** For bytes, and for strings that are long or many. Each table is compiled when it is first needed. */
  private bytes: EnvironmentTable | undefined;
  /** For YAML text: as for bytes, but with a NUL for each value that is not safe in any scalar. */
  private yaml: EnvironmentTable | undefined;
  /** Scans bytes. @internal */
  abstract readonly scanner: ChunkScanner;
  /** Whether text can be malformed. @internal */
  abstract readonly canFail: boolean;
  /** Whether a variable that is not set is an error if no function receives it. @internal */
  abstract readonly strict: boolean;
  /** How YAML is expanded. @internal */
  abstract readonly yamlRules: YamlRules;
  /** The syntax of references, for callers. @internal */
  abstract readonly referenceSyntax: Syntax | "kubernetes";
  /** How references are written: the parameter of `environmentReset`. @internal */
  protected abstract readonly syntax: number;

  /** The current value of a variable. */
  get(name: string): string | undefined {
    return this.variables.get(name);
  }

  /** Sets a variable for everything that is expanded later. */
  set(name: string, value: string): void {
    checkString(name, "the name of a variable");
    if (typeof value !== "string") throw wrongArgument(`the value of ${printable(name)}`, "a string", value);
    const isReplaced = this.variables.has(name);
    this.variables.set(name, value);
    this.bytes?.update(name, value, isReplaced);
    this.yaml?.forget();
  }

  /** The variables, in the order in which they were first set. */
  entries(): IterableIterator<[string, string]> {
    return this.variables.entries();
  }

  /** What Node.js, Deno, and Bun print: the names without the values, which may be secret. @internal */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    const names: string[] = [...this.variables.keys()].slice(0, SHOWN).map((name) => printable(name));
    const more = this.variables.size - names.length;
    if (more > 0) names.push(`... ${more} more`);
    return `${this.constructor.name} {${names.length === 0 ? "" : ` ${names.join(", ")} `}}`;
  }

  /** Expands all of the input. @internal */
  expandWhole(input: Uint8Array, unresolved: UnresolvedReference[] | undefined): Uint8Array {
    const plain = plainView(input, "the input");
    const pieces: Uint8Array[] = [];
    let length = 0;
    const handler = {
      output(bytes: Uint8Array) {
        length += bytes.length;
        checkResult(length);
        // Of the portable ways to copy bytes, the one that does not fill the copy with zeros first.
        pieces.push(new Uint8Array(bytes));
      },
      unresolved:
        unresolved && ((name: Uint8Array, offset: number) => unresolved.push({ name: decoder.decode(name), offset })),
    };
    expandByteChunk(this.compiledBytes(), plain, true, 0, handler, this.scanner);
    return pieces.length === 1 ? pieces[0]! : concatBytes(pieces, length);
  }

  /** Expands as much of the input as fits into the output. @internal */
  protected expandWithin(
    input: Uint8Array,
    output: Uint8Array,
    unresolved: UnresolvedReference[] | undefined,
  ): ExpandedInto {
    const plain = plainView(input, "the input");
    const room = plainView(output, "the output");
    if (overlap(plain, room)) throw new TypeError("the output shares memory with the input; give other memory");
    const source = isShared(plain) ? new Uint8Array(plain) : plain;
    return expandInto(this.compiledBytes(), source, room, unresolved, this.scanner);
  }

  /**
   * Expands the value of a YAML scalar.
   *
   * @internal
   * @param read reads the value of a variable, if its YAML counts in the dialect
   */
  abstract expandScalar(value: string, read: ReadValue): ExpandedScalar;

  /**
   * Expands the strings of JSON text.
   *
   * @internal
   * @param scanner scans `$(NAME)` in JSON text. (An import would add it to every bundle.)
   */
  abstract expandJson(scanner: ChunkScanner, ...held: Parameters<ExpandHeld>): ChunkProgress;

  /** Passes unset variables to the caller; WASM memory is not in use. Throws an error in strict mode. @internal */
  abstract report(unset: readonly UnresolvedReference[], onUnexpanded: UnexpandedHandler | undefined): void;

  /** Throws an error if the dialect does not support some byte. @internal */
  checkText(_bytes: Uint8Array): void {}

  /** The table for bytes. @internal */
  compiledBytes(): EnvironmentTable {
    this.bytes ??= new EnvironmentTable(this.source((_name, value) => value));
    return this.bytes;
  }

  /** The table for YAML text. @internal */
  compiledYaml(): EnvironmentTable {
    if (this.yaml === undefined) {
      const source = this.source((name, value) => (isYamlSafe(name, value) ? value : "\0"));
      this.yaml = new EnvironmentTable({ ...source, syntax: source.syntax | flagsOf(this.yamlRules) });
    }
    return this.yaml;
  }

  /**
   * The source of a table.
   *
   * @internal
   * @param entry returns the value for the table
   */
  protected source(entry: (name: string, value: string) => string): TableSource {
    return {
      count: () => this.variables.size,
      syntax: this.syntax,
      fill: (table) => {
        for (const [name, value] of this.variables) table.set(name, entry(name, value));
      },
    };
  }
}

function flagsOf({ keepsKeys, typing }: YamlRules): number {
  return (typing === "text" ? KEEPS_PLAIN : 0) | (keepsKeys ? KEEPS_KEYS : 0);
}

/** Printable ASCII, without white space at either end. */
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;
/** Has a meaning in a scalar of some style, or at the beginning of a line. */
const MEANINGFUL = /^[-.]|["'\\#,[\]{}]|:(?: |$)/;
/** Can be written with an escape, or folded, in the text. */
const AMBIGUOUS = /[\s"'\\]/;

/**
 * Whether a variable is safe in any scalar of YAML text: its value does not begin or end anything, and is neither folded nor
 * trimmed (the caller ensures that a plain scalar stays a string); its name appears in the text without escapes.
 */
function isYamlSafe(name: string, value: string): boolean {
  return PRINTABLE.test(value) && !MEANINGFUL.test(value) && !AMBIGUOUS.test(name);
}
