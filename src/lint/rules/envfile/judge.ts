/** Judges an env file by what the programs that read it make of it. Messages never contain a value. */

import { EXAMPLE_ENV_FILE } from "../../../compose/uses.ts";
import type { Profile } from "../../../envfile/profile.ts";
import {
  type Comparison,
  compareReadings,
  type Reader,
  type ReaderId,
  titles,
} from "../../../envfile/readers/compare.ts";
import { composeEnvironment } from "../../../expansion/dialects/compose-environment.ts";
import { addTo, grouped } from "../../../text/grouped.ts";
import { shownName } from "../../pod-place.ts";
import type { SourceText } from "../../source-text.ts";
import type { Problem } from "../problem.ts";
import { assignmentsIn, type EnvFileAssignment } from "./assignments.ts";
import { countOf, describedValues } from "./described-values.ts";
import { fixedAssignment } from "./fixed-assignment.ts";
import { hasUnmeantReference, interpolationOf } from "./interpolation.ts";

/** Compares readers, which look up references only in the file. */
export function comparedAlone(bytes: Uint8Array, ids?: readonly ReaderId[]): Comparison {
  return compareReadings(bytes, () => composeEnvironment(new Map()), ids);
}

/** For more findings, no fix is looked for. */
const MAX_FIXES = 50;

/** An env file, and what the programs that read it make of it. */
export class SeenEnvFile {
  /** Valid UTF-8; `source` has the same text. */
  readonly bytes: Uint8Array;
  readonly source: SourceText;
  readonly profile: Profile;
  /** Empty if a kubelet reads the file. */
  readonly readers: readonly ReaderId[];
  /** Whether its name says that people copy it and fill in values. */
  readonly isExample: boolean;
  private readonly isKnown: (name: string) => boolean;
  /** Whether a generator of kustomize reads the file. It reads a name without a value as empty. */
  private readonly isGenerated: boolean;
  private compared: Comparison | undefined;
  private assigned: ReadonlyMap<string, EnvFileAssignment> | undefined;
  private fixes = 0;

  /**
   * @param readers none if a kubelet reads the file
   * @param isKnown whether another file or the configuration sets a name
   */
  constructor(
    bytes: Uint8Array,
    source: SourceText,
    readers: readonly ReaderId[],
    options: {
      readonly name: string;
      readonly profile: Profile;
      readonly readers?: readonly ReaderId[];
      isKnown(name: string): boolean;
    },
  ) {
    const { isKnown, name, profile, readers: named = [] } = options;
    this.isExample = EXAMPLE_ENV_FILE.test(name);
    this.bytes = bytes;
    this.source = source;
    this.readers = readers;
    this.profile = profile;
    this.isKnown = isKnown;
    this.isGenerated = named.includes("kubectl");
  }

  get isReadByKubelet(): boolean {
    return this.readers.length === 0;
  }

  private get comparison(): Comparison {
    this.compared ??= comparedAlone(this.bytes, this.readers);
    return this.compared;
  }

  /** The last assignment of each name. */
  private get assignments(): ReadonlyMap<string, EnvFileAssignment> {
    this.assigned ??= assignmentsIn(this.source.text);
    return this.assigned;
  }

  /** One finding for each place where readers reject the file. */
  rejections(): Problem[] {
    const refusing = this.comparison.readers.filter(({ refused }) => refused !== undefined);
    const groups = grouped(refusing, ({ refused }) => `${refused!.line} ${refused!.reason}`);
    return Array.from(groups.values(), (readers) => {
      const { line, reason } = readers[0]!.refused!;
      const start = lineOffset(this.source.text, line);
      const assignment = this.assignmentAt(start);
      const values = assignment === undefined ? [] : this.valuesOf(assignment.name);
      const isFixable = values.length === 1 && !STARTS_WITH_QUOTE.test(values[0]!);
      const fix = isFixable ? this.fixFor(assignment!, values[0]) : undefined;
      const verb = readers.length === 1 ? "rejects" : "reject";
      const message = `${titles(readers)} ${verb} the file: ${reason}`;
      const name = assignment === undefined ? {} : { name: assignment.name };
      return {
        ...this.source.restOfLine(start),
        message,
        ...name,
        ...(fix?.fix && { fix: fix.fix }),
      };
    });
  }

  /** One finding for each variable that readers read differently, and at most one note about references to the file. */
  differences(): Problem[] {
    const found: Problem[] = [];
    let first: { readonly name: string; readonly groups: Groups; readonly literal: string; count: number } | undefined;
    for (const [name, groups] of this.comparison.differences) {
      const kind = interpolationOf(name, groups, (wanted) => this.assignments.has(wanted) || this.isKnown(wanted));
      if (kind === undefined) found.push(...this.difference(name, groups));
      else if (kind.from === "environment") {
        const message = `${shown(name)} refers to a variable from outside the file: ${expansions(groups, kind.literal, "the reference", "it")}`;
        found.push({ ...this.rangeOf(name), message, name, atMost: "note" });
      } else if (first === undefined) first = { name, groups, literal: kind.literal, count: 1 };
      else first.count++;
    }
    if (first !== undefined) {
      const { name, groups, count, literal } = first;
      const others = count === 1 ? "" : ` (and ${count - 1} more)`;
      const message = `references in ${shown(name)}${others}: ${expansions(groups, literal, "them", "them")}`;
      found.push({ ...this.rangeOf(name), message, name, atMost: "note" });
    }
    return [...found, ...this.replaced(), ...this.inherited()];
  }

  /** Values of the only reader in which it replaces a `$` that is probably a part of the value. */
  private replaced(): Problem[] {
    const [reader, ...others] = this.comparison.readers;
    if (reader === undefined || others.length > 0 || !EXPANDING.includes(reader.id)) return [];
    const isSet = (name: string) => this.assignments.has(name) || this.isKnown(name);
    const [dotenv, docker] = comparedAlone(this.bytes, ["dotenv", "docker"]).readers;
    return [...(reader.variables ?? [])].flatMap(([name, value]) => {
      // dotenv does not read the text from `#`.
      const isCut = value.includes("#") && !dotenv!.variables!.get(name)?.includes("#");
      const written = (isCut ? docker! : dotenv!).variables?.get(name);
      if (written === undefined || written === value) return [];
      // docker compose reads `$$` as one `$`.
      if (!hasUnmeantReference(reader.id === "compose" ? written.replaceAll("$$", "") : written, isSet)) return [];
      const message = `${titles([reader])} reads a $ in ${shown(name)} as a reference to a variable that nothing sets`;
      return { ...this.rangeOf(name), message, name };
    });
  }

  /** Names without a value. */
  private inherited(): Problem[] {
    const takers = new Map<string, Reader[]>();
    for (const reader of this.comparison.readers) {
      if (this.isGenerated && reader.id === "kubectl") continue;
      for (const name of reader.inherited ?? []) addTo(takers, name, reader);
    }
    return Array.from(takers, ([name, readers]) => {
      const verb = readers.length === 1 ? "takes" : "take";
      // A line without `=` can be a secret.
      const what = /^[A-Z_][A-Z0-9_]*$/.test(name) ? shownName(name) : "this line";
      const message = `${what} has no value: ${titles(readers)} ${verb} it from the environment`;
      return { ...this.rangeOf(name), message, name, atMost: "note" };
    });
  }

  private difference(name: string, groups: Groups): Problem[] {
    const range = this.rangeOf(name);
    const assignment = this.assignments.get(name);
    // The finding of another rule names the readers.
    if (assignment !== undefined && assignment.again.length > 0) return [];
    const readings = describedReadings(groups);
    const intended = assignment?.count === 1 ? intendedValue(groups) : undefined;
    const fix = intended === undefined ? undefined : this.fixFor(assignment!, intended);
    const none = fix?.fix ? "" : (fix?.unfixable ?? "; fix it by hand");
    const message = `readers disagree about ${shown(name)}: ${readings}${none}`;
    const same = `readers disagree: ${readings}${none}`;
    return [{ ...range, message, same, name, ...(fix?.fix && { fix: fix.fix }) }];
  }

  /** Commands that dotenv-expand 1000 runs. */
  commands(): Problem[] {
    return this.comparison.readers.flatMap(({ runs = [], title }) =>
      runs.map((name) => {
        const message = `${title} runs the text in $(…) of ${shown(name)} as a command when it reads the file`;
        return { ...this.rangeOf(name), message, name };
      }),
    );
  }

  duplicates(): Problem[] {
    return Array.from(this.assignments.values()).flatMap(({ again, name }) => {
      const groups = [...(this.comparison.differences.get(name)?.values() ?? [])];
      if (groups.length === 0 && !this.readers.includes("dotenv")) return [];
      const readings = groups.length === 0 ? "" : `; readers use different ones: ${groups.map(titles).join("; ")}`;
      const message = `${shown(name)} is set again, to a different value${readings}`;
      return again.map((start) => ({ ...this.source.restOfLine(start), message, name }));
    });
  }

  /** The different values of a variable for the readers that accept the file. */
  private valuesOf(name: string): string[] {
    const values = this.comparison.readers.flatMap(({ variables }) => variables?.get(name) ?? []);
    return [...new Set(values)];
  }

  private fixFor(assignment: EnvFileAssignment, value: string | undefined) {
    if (value === undefined || this.fixes++ > MAX_FIXES) return undefined;
    const ids = this.comparison.readers.map(({ id }) => id);
    return fixedAssignment(this.source.text, assignment, value, (bytes) => comparedAlone(bytes, ids), titles);
  }

  private assignmentAt(offset: number): EnvFileAssignment | undefined {
    const end = this.source.nextLine(offset);
    return Array.from(this.assignments.values()).findLast(({ start }) => start < end);
  }

  private rangeOf(name: string) {
    const { text } = this.source;
    const start = this.assignments.get(name)?.start ?? Math.max(0, text.indexOf(name.trim()));
    return this.source.restOfLine(start);
  }
}

/** A value that starts with a quote is probably one whose closing quote is missing. */
const STARTS_WITH_QUOTE = /^["'`]/;

/** The readers that expand references. */
const EXPANDING: readonly ReaderId[] = ["dotenv-expand", "dotenv-expand-1000", "bun", "deno", "compose"];

type Groups = ReadonlyMap<string | undefined, readonly Reader[]>;

function describedReadings(groups: Groups): string {
  const phrases = describedValues([...groups.keys()]);
  return Array.from(groups.values(), (readers, i) => `${titles(readers)}: ${phrases[i]}`).join("; ");
}

/** Which readers keep references, and which expand them. Only Deno expands them to something else: it has no defaults. */
function expansions(groups: Groups, literal: string, what: string, pronoun: string): string {
  return Array.from(groups, ([value, readers]) => {
    const names = titles(readers);
    const ending = names.includes(", ") ? "" : "s";
    if (value === literal) return `${names} keep${ending} ${what}`;
    const isOther = groups.size > 2 && readers.every(({ id }) => id === "deno");
    return `${names} expand${ending} ${pronoun}${isOther ? " without the default" : ""}`;
  }).join("; ");
}

/** A name as it is shown: one that is not a name of a variable can be a part of a value. */
function shown(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.[\]-]*$/u.test(name) ? shownName(name) : "the name on this line";
}

/**
 * The value as it appears in the file: with every `#` and `$`, and without outer quotes. Of several, that of most readers.
 * For `A= # comment`, which docker compose reads as a value, it is empty.
 *
 * @returns undefined if the file does not show it, such as after a quote that is not closed
 */
function intendedValue(groups: Groups): string | undefined {
  const values = [...groups.keys()];
  if (values.every((value) => value === "" || value?.startsWith("#"))) return "";
  const texts = values.filter((value) => value !== undefined && value !== "") as string[];
  const most = (character: string) => Math.max(...texts.map((value) => countOf(character, value)));
  const complete = texts.filter((value) => ["#", "$"].every((each) => countOf(each, value) === most(each)));
  const [best] = complete.toSorted((a, b) => groups.get(b)!.length - groups.get(a)!.length || a.length - b.length);
  return best === undefined || STARTS_WITH_QUOTE.test(best) ? undefined : best;
}

/** Where a line begins; lines count from 1 and end at LF. */
function lineOffset(text: string, line: number): number {
  let start = 0;
  for (let i = 1; i < line; i++) start = text.indexOf("\n", start) + 1;
  return start;
}
