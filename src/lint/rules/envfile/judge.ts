/** Judges an env file by what the programs that read it make of it. Messages never contain a value. */

import type { Profile } from "../../../envfile/profile.ts";
import {
  type Comparison,
  compareReadings,
  type Reader,
  type ReaderId,
  titles,
} from "../../../envfile/readers/compare.ts";
import { composeEnvironment } from "../../../expansion/dialects/compose-environment.ts";
import { shownName } from "../../pod-place.ts";
import type { SourceText } from "../../source-text.ts";
import type { Problem } from "../problem.ts";
import { assignmentsIn, type EnvFileAssignment } from "./assignments.ts";
import { describedValues } from "./described-values.ts";
import { fixedAssignment } from "./fixed-assignment.ts";
import { interpolationOf } from "./interpolation.ts";

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
  private readonly isKnown: (name: string) => boolean;
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
    { isKnown, profile }: { readonly profile: Profile; isKnown(name: string): boolean },
  ) {
    this.bytes = bytes;
    this.source = source;
    this.readers = readers;
    this.profile = profile;
    this.isKnown = isKnown;
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
    const groups = new Map<string, Reader[]>();
    for (const reader of this.comparison.readers) {
      if (reader.refused === undefined) continue;
      const { line, reason } = reader.refused;
      const key = `${line} ${reason}`;
      groups.set(key, [...(groups.get(key) ?? []), reader]);
    }
    return Array.from(groups.values(), (readers) => {
      const { line, reason } = readers[0]!.refused!;
      const start = lineOffset(this.source.text, line);
      const assignment = this.assignmentAt(start);
      const values = assignment === undefined ? [] : this.valuesOf(assignment.name);
      const fix = values.length === 1 ? this.fixFor(assignment!, values[0]) : undefined;
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

  /** One finding for each variable that readers read differently, and at most one note about references. */
  differences(): Problem[] {
    const found: Problem[] = [];
    let deliberate: { readonly name: string; readonly groups: Groups; count: number } | undefined;
    for (const [name, groups] of this.comparison.differences) {
      const kind = interpolationOf(name, groups, (wanted) => this.assignments.has(wanted) || this.isKnown(wanted));
      if (kind === "file" && deliberate !== undefined) deliberate.count++;
      else if (kind === "file") deliberate = { name, groups, count: 1 };
      else found.push(this.difference(name, groups, kind === "environment"));
    }
    if (deliberate === undefined) return found;
    const { name, groups, count } = deliberate;
    const others = count === 1 ? "" : ` (and ${count - 1} more)`;
    const message = `references in ${shownName(name)}${others}: ${this.readings(groups)}`;
    return [...found, { ...this.rangeOf(name), message, name, atMost: "note" }];
  }

  private difference(name: string, groups: Groups, isFromEnvironment: boolean): Problem {
    const range = this.rangeOf(name);
    const readings = this.readings(groups);
    if (isFromEnvironment) {
      const message = `${shownName(name)} refers to a variable from outside the file: ${readings}`;
      return { ...range, message, name, atMost: "note" };
    }
    const assignment = this.assignments.get(name);
    const intended = assignment && intendedValue([...groups.keys()]);
    const fix = intended === undefined ? undefined : this.fixFor(assignment!, intended);
    const none = fix?.unfixable ?? "";
    const message = `readers disagree about ${shownName(name)}: ${readings}${none}`;
    const same = `readers disagree: ${readings}${none}`;
    return { ...range, message, same, name, ...(fix?.fix && { fix: fix.fix }) };
  }

  /** Commands that dotenv-expand 1000 runs. */
  commands(): Problem[] {
    return this.comparison.readers.flatMap(({ runs = [], title }) =>
      runs.map((name) => {
        const message = `${title} runs the text in $(…) of ${shownName(name)} as a command when it reads the file`;
        return { ...this.rangeOf(name), message, name };
      }),
    );
  }

  duplicates(): Problem[] {
    return Array.from(this.assignments.values()).flatMap(({ again, name }) =>
      again.map((start) => {
        const message = `${shownName(name)} is set again, to a different value`;
        return { ...this.source.restOfLine(start), message, name };
      }),
    );
  }

  private readings(groups: Groups): string {
    const phrases = describedValues([...groups.keys()]);
    return Array.from(groups.values(), (readers, i) => `${titles(readers)}: ${phrases[i]}`).join("; ");
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

type Groups = ReadonlyMap<string | undefined, readonly Reader[]>;

/**
 * The value as it appears in the file: with every `#`, `$`, and backslash, and without outer quotes. For `A= # comment`,
 * which docker compose reads as a value, it is empty.
 */
function intendedValue(values: readonly (string | undefined)[]): string | undefined {
  if (values.every((value) => value === "" || value?.startsWith("#"))) return "";
  const texts = values.filter((value) => value !== undefined && value !== "") as string[];
  const count = (value: string, character: string) => value.split(character).length - 1;
  const most = (character: string) => Math.max(...texts.map((value) => count(value, character)));
  const complete = texts.filter((value) => ["#", "$", "\\"].every((each) => count(value, each) === most(each)));
  const shortest = Math.min(...complete.map(({ length }) => length));
  return complete.find(({ length }) => length === shortest);
}

/** Where a line begins; lines count from 1 and end at LF. */
function lineOffset(text: string, line: number): number {
  let start = 0;
  for (let i = 1; i < line; i++) start = text.indexOf("\n", start) + 1;
  return start;
}
