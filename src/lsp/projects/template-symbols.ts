/** The symbol at a place in a project's text: a variable or another value that a template looks up. */

import type { ProjectScan } from "../../garden/project/project-scan.ts";
import type { Origin } from "../../garden/project/variables/explanation.ts";
import { keyPath } from "../../garden/template/internal.ts";
import type { SourcePlace } from "../../garden/variables/error.ts";
import type { TextRange } from "../../lint/finding.ts";
import { printable } from "../../text/printable.ts";
import { type Node, nodeAt, type Path } from "../../yaml/node.ts";
import { offsetInText, pathAt } from "../../yaml/places.ts";
import { contains, keyRange, type Place } from "../places.ts";
import type { ViewedDefinition, ViewedSymbol } from "../view.ts";
import type { ProjectSnapshot, SnapshotDocument } from "./project-snapshot.ts";
import type { LookupKeys, TemplateExpression } from "./template-uses.ts";
import { LATE_TEXT, outcomeText, typedText, valueText } from "./template-values.ts";

/** Finds the current place of a place in the snapshot. */
type PlaceNow = (file: string, range: TextRange) => Place | undefined;

/** The result of a lookup in one environment. */
interface Answer {
  readonly scan: ProjectScan;
  /** The document of the template. */
  readonly document: string;
  readonly outcome: string;
  readonly declared: readonly Declared[];
}

/** A declaration of a project. */
interface Declared {
  /** Undefined if the declaration is not in a file. */
  readonly file: string | undefined;
  readonly range: TextRange | undefined;
  /** The value and the name of the level, for a variable. */
  readonly value?: string;
  readonly level?: string | undefined;
  readonly isHidden: boolean;
}

/** A place that looks up a value, or declares a variable. */
interface Reference {
  readonly at: SnapshotDocument;
  readonly path: Path;
  readonly keys: LookupKeys;
}

const VARIABLES: readonly unknown[] = ["var", "variables"];
/** The most references that are searched for. */
const MAX_REFERENCES = 10_000;

export class TemplateSymbols {
  private readonly snapshot: ProjectSnapshot;
  private readonly now: PlaceNow;

  constructor(snapshot: ProjectSnapshot, now: PlaceNow) {
    this.snapshot = snapshot;
    this.now = now;
  }

  at(file: string, offset: number): ViewedSymbol | undefined {
    const document = this.snapshot.documentAt(file, offset);
    if (document === undefined) return undefined;
    const { expressions, uses } = this.snapshot.templatesOf(document);
    for (const { keys, path, ranges } of uses) {
      const index = ranges.findIndex((range) => contains(range, offset));
      if (index === -1) continue;
      // The root refers to the whole lookup.
      const count = index === 0 ? keys.length : index + 1;
      const range = { start: ranges[0]!.start, end: ranges[count - 1]!.end };
      const looked = keys.slice(0, count);
      return this.symbolOf(looked, this.answers({ at: document, path, keys: looked }), range);
    }
    const expression = expressions.find((each) => contains(each, offset));
    if (expression !== undefined) {
      return this.symbolOfText(document, expression);
    }
    return this.declarationAt(document, offset);
  }

  private symbolOf(keys: LookupKeys, answers: readonly Answer[], { end, start }: TextRange): ViewedSymbol | undefined {
    if (answers.length === 0) return undefined;
    const name = keyPath([...keys]);
    const where = [...new Set(answers.map(({ document }) => document))].join(", ");
    const definitions = this.definitionsOf(answers);
    const lines: ViewedSymbol["lines"] = (placeText) => this.lines(name, answers, placeText);
    const references = () => this.referencesOf(keys, answers);
    return { start, end, name, where, definitions, notes: [], use: undefined, lines, references };
  }

  private symbolOfText(
    at: SnapshotDocument,
    { end, path, source, start }: TemplateExpression,
  ): ViewedSymbol | undefined {
    const answers = this.contextsOf(at, path).map(({ context, document, scan }): Answer => {
      return { scan, document, outcome: outcomeText(source, context), declared: [] };
    });
    if (answers.length === 0) return undefined;
    const lines: ViewedSymbol["lines"] = (placeText) => this.lines(printable(source), answers, placeText);
    return { start, end, name: "", where: "", definitions: [], notes: [], use: undefined, lines, references: () => [] };
  }

  /** The key of a variable in its declaration. */
  private declarationAt(document: SnapshotDocument, offset: number): ViewedSymbol | undefined {
    const { file, root, where } = document;
    const text = this.snapshot.textOf(file)!;
    const { isInKey, path } = pathAt(text, root, offset);
    if (!isInKey) return undefined;
    const value = offsetInText(text, root, path);
    // A variable can have this name, too.
    const level = typeof where === "string" ? -1 : path.indexOf("variables");
    const variable = path.slice(level + 1).map(String);
    if (variable.length === 0) return undefined;
    for (const scan of this.snapshot.scans) {
      for (const { document: owner, origins } of scan.explain(variable)) {
        const own = origins.find(({ place }) => place?.file === file && place.offset === value);
        const found = own && declarationPlace(this.snapshot, own.place!, variable);
        if (found === undefined) continue;
        return this.symbolOf(["var", ...variable], this.answersFor(owner, variable), found.range);
      }
    }
    return undefined;
  }

  private contextsOf(at: SnapshotDocument, path: Path) {
    return this.snapshot.scans.flatMap((scan) => scan.contextsAt(at.where, path).map((seen) => ({ scan, ...seen })));
  }

  private answers({ at, keys, path }: Reference): Answer[] {
    return this.contextsOf(at, path).map(({ context, document, scan }): Answer => {
      const outcome = outcomeText(`\${${keyPath([...keys])}}`, context);
      if (!VARIABLES.includes(keys[0])) {
        const place = scan.declarationOf(keys, context);
        // For a document, the name.
        const found = place && declarationPlace(this.snapshot, place, keys[0] === "inputs" ? keys.map(String) : []);
        const declared = found === undefined ? [] : [{ ...found, isHidden: false }];
        return { scan, document, outcome, declared };
      }
      const variable = keys.slice(1).map(String);
      const explanations = scan.explain(variable);
      const { origins = [] } = explanations.find((each) => each.document === document) ?? explanations[0] ?? {};
      const level = levelAround(at, path);
      const own = origins.findIndex(
        ({ place }) => level !== undefined && place !== undefined && isIn(place, at, level),
      );
      // A template in a level sees the levels below and then its own.
      const seen = own === -1 ? undefined : [...origins.slice(own + 1), origins[own]!];
      return { scan, document, outcome, declared: this.declaredBy(seen ?? origins, seen !== undefined, variable) };
    });
  }

  /** The value of a variable in a document, in each environment. */
  private answersFor(owner: string, variable: readonly string[]): Answer[] {
    return this.snapshot.scans.flatMap((scan): Answer[] => {
      const explanations = scan.explain(variable);
      const isShared = owner.startsWith("environment ");
      const found = isShared ? explanations[0] : explanations.find(({ document }) => document === owner);
      if (found === undefined) return [];
      const { document, isLate, origins } = found;
      const outcome = isLate ? LATE_TEXT : typedText(found);
      return [{ scan, document, outcome, declared: this.declaredBy(origins, false, variable) }];
    });
  }

  /** @param isFirst whether the first level sets the value, whatever it is elsewhere */
  private declaredBy(origins: readonly Origin[], isFirst: boolean, variable: readonly string[]): Declared[] {
    return origins.map(({ effect, level, place, ...shown }, i): Declared => {
      const found = place && declarationPlace(this.snapshot, place, variable);
      const value = shown.isLate ? LATE_TEXT : valueText(shown);
      const isHidden = isFirst ? i > 0 : effect === "hidden";
      // The level of a varfile has the file's name.
      const shownLevel = found?.file === level ? undefined : level;
      return { file: found?.file, range: found?.range, value, level: shownLevel, isHidden };
    });
  }

  private definitionsOf(answers: readonly Answer[]): ViewedDefinition[] {
    const all = answers.flatMap(({ declared }) => declared.filter(({ range }) => range !== undefined));
    const inOrder = [...all.filter(({ isHidden }) => !isHidden), ...all.filter(({ isHidden }) => isHidden)];
    const seen = new Set<string>();
    return inOrder.flatMap(({ file, isHidden, range }): ViewedDefinition[] => {
      const entry = this.now(file!, range!);
      const id = `${file} ${range!.start}`;
      if (entry === undefined || seen.has(id)) return [];
      seen.add(id);
      const nothing = { value: undefined, source: undefined, needs: undefined, unless: undefined };
      return [{ ...nothing, from: "", entry, isWhole: true, isHidden }];
    });
  }

  /** Environments with the same result share a line. */
  private lines(name: string, answers: readonly Answer[], placeText: (place: Place) => string): string[] {
    const groups = new Map<string, { readonly environments: Set<string>; readonly documents: Set<string> }>();
    for (const { declared, document, scan, outcome } of answers) {
      const rows = declared.map((each) => this.row(each, placeText));
      const text = [outcome, ...rows].join("\n  ");
      const group = groups.get(text) ?? { environments: new Set(), documents: new Set() };
      group.environments.add(scan.environment);
      if (!document.startsWith("environment ")) group.documents.add(document);
      groups.set(text, group);
    }
    const all = new Set(answers.map(({ scan }) => scan.environment)).size;
    return Array.from(groups, ([text, { documents, environments }]) => {
      const where = [...(environments.size === all ? [] : environments), ...documents]
        .map((each) => printable(each))
        .join(", ");
      return `${printable(name, 1000)}${where === "" ? "" : ` in ${where}`}: ${text}`;
    }).flatMap((text) => text.split("\n"));
  }

  private row({ file, isHidden, level, range, value }: Declared, placeText: (place: Place) => string): string {
    const place = file === undefined || range === undefined ? undefined : this.now(file, range);
    const where = [level && printable(level, 1000), place && placeText(place)].filter((each) => each !== undefined);
    const shown = [value, where.join(", ")].filter((each) => each !== undefined && each !== "");
    return `${shown.join("  ")}${isHidden ? " (hidden)" : ""}`;
  }

  /** Declarations, and the lookups whose values come from one of them. */
  private referencesOf(wanted: LookupKeys, answers: readonly Answer[]): Place[] {
    const places: Place[] = this.definitionsOf(answers).flatMap(({ entry }) => entry ?? []);
    const sources = sourcesOf(answers);
    for (const { document, use } of this.snapshot.uses()) {
      if (places.length >= MAX_REFERENCES) break;
      const keys = use.keys.slice(0, wanted.length);
      if (!isSame(keys, wanted)) continue;
      const other = this.answers({ at: document, path: use.path, keys });
      const theirs = sourcesOf(other);
      const isMeant = sources.size === 0 ? theirs.size === 0 : [...theirs].some((source) => sources.has(source));
      const last = use.ranges[keys.length - 1];
      const range = last && { start: use.ranges[0]!.start, end: last.end };
      const place = isMeant && range !== undefined ? this.now(document.file, range) : undefined;
      if (place !== undefined) places.push(place);
    }
    return places;
  }
}

/** The values of the level around a path; undefined if the path is not in a level. */
function levelAround({ root, where }: SnapshotDocument, path: Path): Node | undefined {
  if (typeof where === "string") return root;
  const variables = path.indexOf("variables");
  return variables === -1 ? undefined : nodeAt(root, path.slice(0, variables + 1));
}

function isIn({ file, offset = -1 }: SourcePlace, at: SnapshotDocument, { end, start }: Node): boolean {
  return file === at.file && start <= offset && offset <= end;
}

function sourcesOf(answers: readonly Answer[]): Set<string> {
  const declared = answers.flatMap((answer) => answer.declared.filter(({ isHidden }) => !isHidden));
  return new Set(declared.flatMap(({ file, range }) => (range === undefined ? [] : `${file} ${range.start}`)));
}

function isSame(a: LookupKeys, b: LookupKeys): boolean {
  const step = (key: string | number | undefined, i: number) => (i === 0 && key === "variables" ? "var" : `${key}`);
  return a.length === b.length && a.every((key, i) => step(key, i) === step(b[i], i));
}

/**
 * The range of the key of a declaration, if it has one.
 *
 * @param place the place of the value
 * @param keys the keys that lead to the value
 */
export function declarationPlace(
  snapshot: ProjectSnapshot,
  { file, offset }: SourcePlace,
  keys: readonly string[],
): { readonly file: string; readonly range: TextRange } | undefined {
  if (file === undefined || offset === undefined) return undefined;
  const text = snapshot.textOf(file);
  if (text === undefined) return undefined;
  const document = snapshot.documentAt(file, offset);
  if (document !== undefined) {
    const path = [...pathAt(text, document.root, offset).path];
    // A mapping starts with its first key.
    while (path.length > 0 && `${path.at(-1)}` !== keys.at(-1)) path.pop();
    if (path.length > 0) return { file, range: keyRange(text, document.root, path) };
    return { file, range: { start: offset, end: offset + /^[^\r\n#]*/.exec(text.slice(offset))![0].trimEnd().length } };
  }
  // A line of a dotenv file.
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const name = text.slice(lineStart, offset).lastIndexOf(keys[0] ?? "");
  const start = name === -1 ? offset : lineStart + name;
  return { file, range: { start, end: name === -1 ? offset : start + (keys[0] ?? "").length } };
}
