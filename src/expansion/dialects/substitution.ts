import { checkList, checkObject, checkString } from "../../text/argument.ts";
import type { ChunkProgress, ChunkScanner, ExpandHeld } from "../../wasm/byte-expansion.ts";
import { HOST_ONLY } from "../../wasm/codes.ts";
import { EnvironmentTable, type TableSource } from "../../wasm/environment.ts";
import type { ExpandedInto } from "../../wasm/expand-into.ts";
import { type EvaluateReference, hostScanner } from "../../wasm/host-references.ts";
import { findByte, plainView } from "../../wasm/input-bytes.ts";
import type { UnresolvedReference } from "../../wasm/stopped.ts";
import { areNamedValues, type VariableContext } from "../mapping.ts";
import type { Syntax, UnexpandedHandler, UnexpandedReference } from "../unexpanded.ts";
import { type ExpandedScalar, type ReadValue, Variables, type YamlRules } from "../variables.ts";
import { expandCollectorValue } from "./collector.ts";
import { DIALECTS, type Dialect } from "./dialects.ts";
import {
  byteTextOf,
  Evaluation,
  INCOMPLETE,
  type ListedReference,
  SubstitutionError,
  TextSearch,
  unsetError,
} from "./evaluation.ts";
import { evaluateFlux } from "./flux.ts";
import { expandJson } from "./json.ts";

/** The options of `Substitution`. */
export interface SubstitutionOptions {
  /**
   * Whether a variable that is not set is an error if no function receives it. Default: true for `flux`, as in Flux 2.9;
   * otherwise false.
   */
  readonly strict?: boolean | undefined;
  /** The names that are expanded; the output is expanded again later. @internal */
  readonly only?: ReadonlySet<string> | undefined;
  /** Receives each reference; with it, there are no variables, and all are reported as unset. @internal */
  readonly list?: ((reference: ListedReference) => void) | undefined;
}

/** With it, the host expands every scalar that has a `$`. */
const HOST_TABLE = /* @__PURE__ */ new EnvironmentTable({ count: () => 0, syntax: HOST_ONLY, fill() {} });

/**
 * Variables that are compiled into WebAssembly memory, to expand `${NAME}` in one of its dialects. Values are not expanded
 * again.
 *
 * A reference to a variable that is not set is replaced with nothing, and passed to `onUnexpanded`. Without that function, it
 * is an error in strict mode. Malformed text, and a required variable without a value, are always errors.
 *
 * @example
 * new Substitution("compose", { HOST: "db" }).expand("http://${HOST}:${PORT:-80}") // "http://db:80"
 */
export class Substitution extends Variables {
  /** Whether a variable that is not set is an error if no function receives it. */
  override readonly strict: boolean;
  /** @internal */
  override readonly referenceSyntax: Syntax;
  private readonly dialect: Dialect;
  private readonly only: ReadonlySet<string> | undefined;
  private readonly list: SubstitutionOptions["list"];
  /** Names and values with one character for each byte. */
  private readonly byteTexts = new Map<string, string>();
  private readonly search = new TextSearch();
  /** @internal */
  override readonly scanner: ChunkScanner;
  /** @internal */
  override readonly canFail: boolean;
  /** @internal */
  override readonly yamlRules: YamlRules;

  constructor(syntax: Syntax, variables: VariableContext, options: SubstitutionOptions = {}) {
    super();
    const { strict, only, list } = options;
    if (!Object.hasOwn(DIALECTS, syntax))
      throw new TypeError(`syntax must be one of ${Object.keys(DIALECTS).join(", ")}, not ${syntax}`);
    checkObject(variables, "variables");
    this.referenceSyntax = syntax;
    this.dialect = DIALECTS[syntax];
    this.strict = strict ?? this.dialect.isStrict;
    this.only = only;
    this.list = list;
    this.scanner = hostScanner((...text) => this.evaluate(...text));
    this.canFail = syntax !== "envsubst";
    this.yamlRules = this.dialect.yaml;
    for (const [name, value] of areNamedValues(variables) ? variables.entries() : Object.entries(variables)) {
      if (value !== undefined) this.set(name, value);
    }
  }

  /** @internal */
  protected override get syntax(): number {
    const { syntax } = this.dialect;
    // An escape sequence is left for the later expansion.
    return this.only !== undefined && this.hasEscapes ? syntax + 1 : syntax;
  }

  private get hasEscapes(): boolean {
    return (this.dialect.syntax & 0xff) !== 0;
  }

  override set(name: string, value: string): void {
    super.set(name, value);
    this.byteTexts.set(byteTextOf(name), byteTextOf(value));
  }

  /**
   * Expands a string.
   *
   * @throws SubstitutionError
   */
  expand(input: string, onUnexpanded?: UnexpandedHandler): string {
    checkString(input, "input");
    if (!input.includes("$") && !input.includes("\0")) return input;
    const bytes = new TextEncoder().encode(input);
    const toUnits = (offset: number) =>
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset)).length;
    const isSame = bytes.length === input.length;
    try {
      const inUnits = (reference: UnexpandedReference) =>
        onUnexpanded!(isSame ? reference : { ...reference, offset: toUnits(reference.offset) });
      const output = this.expandBytes(bytes, onUnexpanded && inUnits);
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(output);
    } catch (error) {
      if (error instanceof SubstitutionError && !isSame) error.offset = toUnits(error.offset);
      throw error;
    }
  }

  /**
   * Expands many strings.
   *
   * @throws SubstitutionError
   */
  expandAll(inputs: readonly string[], onUnexpanded?: UnexpandedHandler): string[] {
    checkList(inputs, "inputs");
    return inputs.map((input) => this.expand(input, onUnexpanded));
  }

  /**
   * Expands UTF-8 bytes; bytes that are not valid UTF-8 pass unchanged.
   *
   * @throws SubstitutionError
   */
  expandBytes(input: Uint8Array, onUnexpanded?: UnexpandedHandler): Uint8Array {
    const unset: UnresolvedReference[] = [];
    this.checkText(plainView(input, "the input"));
    const output = this.expandWhole(input, onUnexpanded === undefined && !this.strict ? undefined : unset);
    this.report(unset, onUnexpanded);
    return output;
  }

  /**
   * Expands bytes into the caller's memory, as `Environment.expandInto` does.
   *
   * @throws SubstitutionError
   */
  expandInto(input: Uint8Array, output: Uint8Array, onUnexpanded?: UnexpandedHandler): ExpandedInto {
    const unset: UnresolvedReference[] = [];
    this.checkText(plainView(input, "the input"));
    const expanded = this.expandWithin(input, output, onUnexpanded === undefined && !this.strict ? undefined : unset);
    this.report(unset, onUnexpanded);
    return expanded;
  }

  /** @internal */
  override expandScalar(value: string, read: ReadValue): ExpandedScalar {
    const unresolved: UnresolvedReference[] = [];
    if (this.yamlRules.typing === "value" && this.list === undefined) {
      const expanded = expandCollectorValue(value, {
        get: (name) => this.variables.get(name),
        isExpanded: (name) => this.only?.has(name) !== false,
        keepsEscapes: this.only !== undefined,
        unresolved: (name, offset) => unresolved.push({ name, offset }),
        read,
      });
      return { value: expanded.text, unresolved, isYaml: !expanded.isString };
    }
    const expanded = this.expand(value, ({ name, offset }) => unresolved.push({ name, offset }));
    return { value: expanded, unresolved };
  }

  /** @internal */
  override expandJson(_scanner: ChunkScanner, ...held: Parameters<ExpandHeld>): ChunkProgress {
    if (this.yamlRules.typing !== "text")
      throw new TypeError(`${this.referenceSyntax} does not expand keys; use the format "yaml" for JSON, too`);
    const [chunk, isLast, , handler] = held;
    return expandJson((value) => this.expandScalar(value, () => undefined), chunk, isLast, handler);
  }

  /** @internal */
  override compiledYaml(): EnvironmentTable {
    return this.yamlRules.typing === "text" ? super.compiledYaml() : HOST_TABLE;
  }

  /** @internal */
  override report(unset: readonly UnresolvedReference[], onUnexpanded: UnexpandedHandler | undefined): void {
    for (const { name, offset } of unset) {
      if (onUnexpanded === undefined) throw unsetError(name, offset);
      onUnexpanded({ name, offset, syntax: this.referenceSyntax, reason: "unset" });
    }
  }

  /** @internal */
  override checkText(bytes: Uint8Array): void {
    if (this.dialect.evaluate !== evaluateFlux) return;
    const offset = findByte(bytes, 0);
    if (offset !== -1)
      throw new SubstitutionError("malformed", "a NUL byte ends the text in Flux; remove it", "\0", offset);
  }

  protected override source(entry: (name: string, value: string) => string): TableSource {
    const { name: isScanned } = this.dialect;
    return {
      ...super.source(entry),
      fill: (table) => {
        for (const [name, value] of this.variables) {
          // The host expands references in values.
          if (this.yamlRules.typing === "value" && value.includes("$")) continue;
          if (isScanned.test(name) && this.only?.has(name) !== false) table.set(name, entry(name, this.kept(value)));
        }
      },
    };
  }

  /** A value that a later expansion does not change. */
  private kept(value: string): string {
    return this.only !== undefined && this.hasEscapes ? value.replaceAll("$", () => "$$") : value;
  }

  private evaluate(...[text, dollar, isEnd]: Parameters<EvaluateReference>): ReturnType<EvaluateReference> {
    const run = new Evaluation(text, isEnd, this.byteTexts, this.only, this.list !== undefined, this.search);
    try {
      const [value, end] = this.dialect.evaluate(run, dollar);
      // The references in a word can be evaluated before the one that it belongs to.
      run.unset.sort((one, other) => one.dollar - other.dollar);
      if (run.isListing) {
        for (const one of run.unset) this.list!(one);
        return { value: "", end, unset: run.unset };
      }
      if (run.isExcluded) return { value: text.slice(dollar, end), end, unset: [] };
      return { value: end === dollar + 1 ? value : this.kept(value), end, unset: run.unset };
    } catch (error) {
      if (error === INCOMPLETE) return undefined;
      throw error;
    }
  }
}
