import { type Place, placeFinder } from "../text/position.ts";
import type { Assignments } from "../wasm/assignments.ts";
import { scanEnvFile } from "../wasm/assignments.ts";
import { DONE, HAS_CARRIAGE_RETURN } from "../wasm/codes.ts";
import { asText, piece } from "./decoded.ts";
import { type EnvFileErrorCode, envFileError } from "./error.ts";
import type { Profile } from "./profile.ts";

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** An assignment in an env file. Line, column, and offset are those of its name. */
export interface Assignment extends Place {
  readonly name: string;
  readonly value: string;
  /** The start and end of the value in the source, without the apostrophes. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** A difference between the readings of the two profiles. */
export interface ProfileDifference extends Place {
  /** Why the `design` profile rejects the file, or `duplicate-name` if a name has several values. */
  readonly code: EnvFileErrorCode | "duplicate-name";
  readonly message: string;
}

/**
 * A parsed env file. It keeps the source and the positions of the assignments, and decodes names and values when they are
 * read. Invalid UTF-8 is allowed, and becomes U+FFFD in strings.
 */
export class EnvFile {
  readonly profile: Profile;
  private readonly source: string | Uint8Array;
  private readonly found: Assignments;
  private list: readonly Assignment[] | undefined;

  /** @internal The source must not change while the file is in use. */
  constructor(source: string | Uint8Array, found: Assignments, profile: Profile) {
    this.source = source;
    this.found = found;
    this.profile = profile;
  }

  /**
   * The value of a variable, or `undefined`. The last of several assignments counts; in the `kubelet` profile, the first.
   * This searches all names; to read many variables of a large file, use `toObject`.
   *
   * @example parseEnvFile("HOST='db'\nPORT='5432'\n").get("PORT") // "5432"
   */
  get(name: string): string | undefined {
    const found = this.find(name);
    return found && withLineFeeds(piece(this.source, found.value, found.valueEnd), found.marks);
  }

  /**
   * The bytes of a value, which need not be valid UTF-8. Returns a new array.
   *
   * @example parseEnvFile(bytes).getBytes("KEY") // Uint8Array [ 255, 254 ], where `get` returns "\ufffd\ufffd"
   */
  getBytes(name: string): Uint8Array | undefined {
    const found = this.find(name);
    if (found === undefined) return undefined;
    const { source } = this;
    if (typeof source === "string") return encoder.encode(this.get(name));
    const value = source.slice(found.value, found.valueEnd);
    return found.marks === HAS_CARRIAGE_RETURN
      ? value.filter((byte, i) => byte !== 0x0d || value[i + 1] !== 0x0a)
      : value;
  }

  /** The cursor at the assignment that sets the variable's value, or undefined. */
  private find(name: string): Assignments | undefined {
    const { source, found } = this;
    const bytes = typeof source === "string" ? undefined : encoder.encode(name);
    // A lone surrogate has no UTF-8.
    if (bytes !== undefined && decoder.decode(bytes) !== name) return undefined;
    const length = bytes?.length ?? name.length;
    const isNamed = (start: number) =>
      typeof source === "string"
        ? source.startsWith(name, start)
        : bytes!.every((byte, i) => source[start + i] === byte);

    const { count } = found;
    for (let i = 0; i < count; i++) {
      found.moveTo(this.profile === "kubelet" ? i : count - 1 - i);
      if (found.nameEnd - found.name === length && isNamed(found.name)) return found;
    }
    return undefined;
  }

  /** All assignments in file order, including repeated names. */
  get assignments(): readonly Assignment[] {
    if (this.list === undefined) {
      const placeAt = placeFinder(this.source);
      const list: Assignment[] = [];
      const [text, inText] = this.asText();
      for (let i = 0; i < inText.count; i++) {
        const { name: start, nameEnd, value: from, valueEnd: to, marks } = inText.moveTo(i);
        const name = text.slice(start, nameEnd);
        const value = withLineFeeds(text.slice(from, to), marks);
        const { name: offset, value: valueStart, valueEnd } = this.found.moveTo(i);
        list.push({ name, value, ...placeAt(offset), valueStart, valueEnd });
      }
      this.list = list;
    }
    return this.list;
  }

  /** All variables in the order of their first assignments. `__proto__` is an ordinary name. */
  toObject(): Record<string, string> {
    // Without a prototype, every name is ordinary, and filling the object is up to five times as fast.
    const variables: Record<string, string> = Object.create(null);
    const isFirstKept = this.profile === "kubelet";
    const [text, assignments] = this.asText();
    for (const each = assignments.rewind(); each.next(); ) {
      const name = text.slice(each.name, each.nameEnd);
      if (isFirstKept && variables[name] !== undefined) continue;
      variables[name] = withLineFeeds(text.slice(each.value, each.valueEnd), each.marks);
    }
    return Object.setPrototypeOf(variables, Object.prototype);
  }

  /** The entries of `toObject`. */
  entries(): IterableIterator<[name: string, value: string]> {
    return Object.entries(this.toObject())[Symbol.iterator]();
  }

  /** The differences between the readings of the two profiles. */
  profileDifferences(): ProfileDifference[] {
    return profileDifferences(this.source, this.assignments);
  }

  private asText(): [string, Assignments] {
    return asText(this.source, this.found, (text) => scanEnvFile(text, this.profile === "design"));
  }
}

function withLineFeeds(value: string, marks: number): string {
  return marks === HAS_CARRIAGE_RETURN ? value.replaceAll("\r\n", "\n") : value;
}

/** Compares the profiles for a file with these assignments, which the `kubelet` profile accepts. */
function profileDifferences(source: string | Uint8Array, assignments: readonly Assignment[]): ProfileDifference[] {
  const scan = scanEnvFile(source, true);
  if (scan.status !== DONE) {
    const { code, reason, line, column, offset } = envFileError(source, scan, "design");
    return [{ code, message: `the design profile rejects the file: ${reason}`, line, column, offset }];
  }
  const first = new Map<string, Assignment>();
  const last = new Map<string, Assignment>();
  for (const assignment of assignments) {
    if (!first.has(assignment.name)) first.set(assignment.name, assignment);
    last.set(assignment.name, assignment);
  }
  const differences: ProfileDifference[] = [];
  for (const [name, { value, line, column, offset }] of last) {
    const kept = first.get(name)!;
    if (kept.value === value) continue;
    const message = `${name} is also assigned on line ${kept.line}; the design profile uses this value, the kubelet that one`;
    differences.push({ code: "duplicate-name", message, line, column, offset });
  }
  return differences;
}
