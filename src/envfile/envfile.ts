import { placeFinder } from "../text/position.ts";
import { ASSIGNMENT_WORDS, HAS_CARRIAGE_RETURN } from "../wasm/codes.ts";
import { scanEnvFile } from "../wasm/envfile.ts";
import type { Assignment } from "./assignment.ts";
import { asText, piece } from "./decoded.ts";
import { type ProfileDifference, profileDifferences } from "./differences.ts";
import type { Profile } from "./profile.ts";

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A parsed env file. It keeps the source and the places of its assignments; names and values become strings when they
 * are asked for. Bytes that are not valid UTF-8 are data, and U+FFFD in those strings.
 */
export class EnvFile {
  readonly profile: Profile;
  private readonly source: string | Uint8Array;
  private readonly records: Uint32Array;
  private list: readonly Assignment[] | undefined;

  /** @internal The source must not change as long as the file is used. */
  constructor(source: string | Uint8Array, records: Uint32Array, profile: Profile) {
    this.source = source;
    this.records = records;
    this.profile = profile;
  }

  /**
   * The value of a variable, or `undefined`. Of several assignments the last one counts, in the `kubelet` profile the
   * first. Goes through the names and makes no string but the value; for most of a large file, take `toObject`.
   *
   * @example parseEnvFile("HOST='db'\nPORT='5432'\n").get("PORT") // "5432"
   */
  get(name: string): string | undefined {
    const at = this.recordOf(name);
    if (at === undefined) return undefined;
    const { source, records } = this;
    return withLineFeeds(piece(source, records[at + 2]!, records[at + 3]!), records[at + 4]!);
  }

  /**
   * The bytes of the value that `get` gives as text: for values that are not UTF-8. The array is the caller's own.
   *
   * @example parseEnvFile(bytes).getBytes("KEY") // Uint8Array [ 255, 254 ], where `get` gives "\ufffd\ufffd"
   */
  getBytes(name: string): Uint8Array | undefined {
    const at = this.recordOf(name);
    if (at === undefined) return undefined;
    const { source, records } = this;
    if (typeof source === "string") return encoder.encode(this.get(name));
    const value = source.slice(records[at + 2], records[at + 3]);
    return records[at + 4] === HAS_CARRIAGE_RETURN
      ? value.filter((byte, i) => byte !== 0x0d || value[i + 1] !== 0x0a)
      : value;
  }

  /** Where the record of the assignment that counts begins; undefined if there is none. */
  private recordOf(name: string): number | undefined {
    const { source, records } = this;
    const bytes = typeof source === "string" ? undefined : encoder.encode(name);
    // No bytes stand for a lone surrogate.
    if (bytes !== undefined && decoder.decode(bytes) !== name) return undefined;
    const length = bytes?.length ?? name.length;
    const isNamed = (start: number) =>
      typeof source === "string"
        ? source.startsWith(name, start)
        : bytes!.every((byte, i) => source[start + i] === byte);

    const isForward = this.profile === "kubelet";
    const step = isForward ? ASSIGNMENT_WORDS : -ASSIGNMENT_WORDS;
    for (let at = isForward ? 0 : records.length - ASSIGNMENT_WORDS; at >= 0 && at < records.length; at += step) {
      const start = records[at]!;
      if (records[at + 1]! - start === length && isNamed(start)) return at;
    }
    return undefined;
  }

  /** All assignments in file order; a name may be there several times. */
  get assignments(): readonly Assignment[] {
    if (this.list === undefined) {
      const placeAt = placeFinder(this.source);
      const list: Assignment[] = [];
      const [text, offsets] = this.asText();
      for (let at = 0; at < offsets.length; at += ASSIGNMENT_WORDS) {
        const [offset, , valueStart, valueEnd] = this.records.subarray(at);
        const name = text.slice(offsets[at], offsets[at + 1]);
        const value = withLineFeeds(text.slice(offsets[at + 2], offsets[at + 3]), offsets[at + 4]!);
        list.push({ name, value, ...placeAt(offset!), valueStart: valueStart!, valueEnd: valueEnd! });
      }
      this.list = list;
    }
    return this.list;
  }

  /** Every variable with its value, in the order of their first assignments. `__proto__` is a name like any other. */
  toObject(): Record<string, string> {
    // While it has no prototype, every name is ordinary, and the object is a hash table: filling `{}` with a thousand
    // names took up to five times as long.
    const variables: Record<string, string> = Object.create(null);
    const isFirstKept = this.profile === "kubelet";
    const [text, records] = this.asText();
    for (let at = 0; at < records.length; at += ASSIGNMENT_WORDS) {
      const name = text.slice(records[at], records[at + 1]);
      if (isFirstKept && variables[name] !== undefined) continue;
      variables[name] = withLineFeeds(text.slice(records[at + 2], records[at + 3]), records[at + 4]!);
    }
    return Object.setPrototypeOf(variables, Object.prototype);
  }

  /** Every variable with its value, as `toObject` has them. */
  entries(): IterableIterator<[name: string, value: string]> {
    return Object.entries(this.toObject())[Symbol.iterator]();
  }

  /** Where the other profile reads this file differently; empty if both agree. */
  profileDifferences(): ProfileDifference[] {
    return profileDifferences(this.source, this.assignments);
  }

  private asText(): [string, Uint32Array] {
    return asText(this.source, this.records, (text) => scanEnvFile(text, this.profile === "design").records);
  }
}

function withLineFeeds(value: string, marks: number): string {
  return marks === HAS_CARRIAGE_RETURN ? value.replaceAll("\r\n", "\n") : value;
}
