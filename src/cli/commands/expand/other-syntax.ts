/** References of another syntax, in inputs that have none of the chosen one. */
import type { Syntax } from "../../../expansion/unexpanded.ts";
import { printable } from "../../../text/printable.ts";
import { nameOf } from "../../files/files.ts";
import type { ExpandSyntax } from "../../variables/environment.ts";

/** The most bytes of a reference that is recognized. */
const MAX_REFERENCE = 256;
const OWN = /^\$\([A-Za-z_][-.\w]*\)/;
const OTHER = /^\$\{(?:env:)?[A-Za-z_]\w*(?:[^\w{}\n](?:[^{}\n]|\$\{[^{}\n]*\})*)?\}/;
const PLAIN = /^\$\{\w+\}$/;
/** What is shown of a reference: values can be secret. */
const HEAD = /^\$\{(?:env:)?\w+(?::?[-=?+]|[^\w}]{1,2})?/;
const SUGGESTED = ["envsubst", "compose", "flux"] as const satisfies readonly Syntax[];
const SUGGESTED_FOR_ENV = ["otel", "otel-collector"] as const satisfies readonly Syntax[];

/** Searches inputs for `${NAME}` while they are expanded. For syntaxes that support it, nothing is searched. */
export class OtherSyntax {
  private readonly syntax: ExpandSyntax;
  private isSearching: boolean;
  private found: { readonly file: string; readonly reference: string } | undefined;
  private file = "";
  /** The end of the previous piece of the file. */
  private tail = Buffer.alloc(0);

  constructor(syntax: ExpandSyntax) {
    this.syntax = syntax;
    this.isSearching = syntax === "kubernetes" || syntax === "envsubst";
  }

  /** Searches a piece of a file. */
  search(file: string, piece: Uint8Array): void {
    if (!this.isSearching) return;
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (this.file === file) this.searchBytes(Buffer.concat([this.tail, bytes.subarray(0, MAX_REFERENCE)]));
    this.file = file;
    if (this.isSearching) this.searchBytes(bytes);
    this.tail = Buffer.from(bytes.subarray(-MAX_REFERENCE));
  }

  /** Returns a message about the first reference that was not expanded; undefined if none was found, or others were expanded. */
  async message(): Promise<string | undefined> {
    if (this.found === undefined) return undefined;
    const { file, reference } = this.found;
    const { dialectReferences } = await import("../../../expansion/compiled/dialect-references.ts");
    const suggested = reference.startsWith("${env:") ? SUGGESTED_FOR_ENV : SUGGESTED;
    const syntaxes = suggested.filter((syntax) => {
      const [first] = dialectReferences(syntax, reference, () => {});
      return syntax !== this.syntax && first?.start === 0 && first.end === reference.length;
    });
    if (syntaxes.length === 0) return undefined;
    const head = HEAD.exec(reference)![0];
    const shown = printable(reference === `${head}}` ? reference : `${head}...}`);
    const reason =
      this.syntax === "kubernetes"
        ? `nothing was expanded: the input has ${shown} and no $(NAME)`
        : `${shown} was not expanded: envsubst supports only $NAME and \${NAME}`;
    return `${nameOf(file)}: ${reason}; use --syntax ${alternatives(syntaxes)}`;
  }

  private searchBytes(bytes: Buffer): void {
    const isKubernetes = this.syntax === "kubernetes";
    if (this.found === undefined) {
      const reference = firstMatch(bytes, "${", OTHER, (text) => isKubernetes || !PLAIN.test(text));
      if (reference !== undefined) this.found = { file: this.file, reference };
    }
    if (!isKubernetes) {
      this.isSearching = this.found === undefined;
    } else if (firstMatch(bytes, "$(", OWN) !== undefined) {
      this.isSearching = false;
      this.found = undefined;
    }
  }
}

/** The first match at an occurrence of a text that does not follow another `$`. */
function firstMatch(bytes: Buffer, start: string, pattern: RegExp, isWanted = (_text: string) => true) {
  for (let at = bytes.indexOf(start); at !== -1; at = bytes.indexOf(start, at + start.length)) {
    if (bytes[at - 1] === DOLLAR) continue;
    const text = pattern.exec(bytes.toString("latin1", at, at + MAX_REFERENCE))?.[0];
    if (text !== undefined && isWanted(text)) return text;
  }
  return undefined;
}

function alternatives(names: readonly string[]): string {
  return names.length < 3 ? names.join(" or ") : `${names.slice(0, -1).join(", ")}, or ${names.at(-1)}`;
}

const DOLLAR = 0x24;
