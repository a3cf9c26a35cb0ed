/** What a place in a project's text is about: a variable or another value that a template looks up. */

import type { TextRange } from "../../lint/pod-place.ts";
import type { Origin } from "../../project/explanation.ts";
import type { ProjectLook } from "../../project/look.ts";
import { keyPath } from "../../template/internal.ts";
import { printable } from "../../text/printable.ts";
import type { SourcePlace } from "../../variables/error.ts";
import { type Node, nodeAt, type Path } from "../../yaml/node.ts";
import { pathAt } from "../../yaml/path-at.ts";
import { offsetInText } from "../../yaml/places.ts";
import { contains, type Place } from "../places.ts";
import type { Symbol, ViewedDefinition } from "../view.ts";
import type { PicturedDocument, ProjectPicture } from "./project-picture.ts";
import { type Declared, declarationPlace } from "./template-declarations.ts";
import type { LookupKeys } from "./template-uses.ts";
import { LATE_TEXT, outcomeText, typedText, valueText } from "./template-values.ts";

/** Finds where a place of a picture is now. */
type PlaceNow = (file: string, range: TextRange) => Place | undefined;

/** What a lookup gives in one environment. */
interface Answer {
  readonly look: ProjectLook;
  /** Whose template it is. */
  readonly document: string;
  readonly outcome: string;
  readonly declared: readonly Declared[];
}

/** A place that looks something up, or declares a variable. */
interface Asked {
  readonly at: PicturedDocument;
  readonly path: Path;
  readonly keys: LookupKeys;
}

const VARIABLES: readonly unknown[] = ["var", "variables"];
/** More places are not looked for. */
const MOST_REFERENCES = 10_000;

export class TemplateSymbols {
  private readonly picture: ProjectPicture;
  private readonly now: PlaceNow;

  constructor(picture: ProjectPicture, now: PlaceNow) {
    this.picture = picture;
    this.now = now;
  }

  at(file: string, offset: number): Symbol | undefined {
    const document = this.picture.documentAt(file, offset);
    if (document === undefined) return undefined;
    const { expressions, uses } = this.picture.templatesOf(document);
    for (const { keys, path, ranges } of uses) {
      const index = ranges.findIndex((range) => contains(range, offset));
      if (index === -1) continue;
      // The root alone is about the whole lookup.
      const count = index === 0 ? keys.length : index + 1;
      const range = { start: ranges[0]!.start, end: ranges[count - 1]!.end };
      return this.symbolOfUse({ at: document, path, keys: keys.slice(0, count) }, range);
    }
    const expression = expressions.find((each) => contains(each, offset));
    if (expression !== undefined) {
      const { path, source } = expression;
      return this.symbolOfText({ at: document, path, keys: [] }, expression, source);
    }
    return this.declarationAt(document, offset);
  }

  private symbolOfUse(asked: Asked, range: TextRange): Symbol | undefined {
    return this.symbolOf(asked.keys, this.answers(asked), range);
  }

  private symbolOf(keys: LookupKeys, answers: readonly Answer[], { end, start }: TextRange): Symbol | undefined {
    if (answers.length === 0) return undefined;
    const name = keyPath([...keys]);
    const where = [...new Set(answers.map(({ document }) => document))].join(", ");
    const definitions = this.definitionsOf(answers);
    const lines: Symbol["lines"] = (placeText) => this.lines(name, answers, placeText);
    const references = () => this.referencesOf(keys, answers);
    return { start, end, name, where, definitions, notes: [], use: undefined, lines, references };
  }

  private symbolOfText(asked: Asked, range: TextRange, source: string): Symbol | undefined {
    const answers = this.contextsOf(asked).map(({ context, document, look }): Answer => {
      return { look, document, outcome: outcomeText(source, context), declared: [] };
    });
    if (answers.length === 0) return undefined;
    const { end, start } = range;
    const lines: Symbol["lines"] = (placeText) => this.lines(printable(source), answers, placeText);
    return { start, end, name: "", where: "", definitions: [], notes: [], use: undefined, lines, references: () => [] };
  }

  /** The key of a variable, where it is declared. */
  private declarationAt(document: PicturedDocument, offset: number): Symbol | undefined {
    const { file, root } = document;
    const text = this.picture.textOf(file)!;
    const { isInKey, path } = pathAt(text, root, offset);
    if (!isInKey) return undefined;
    const value = offsetInText(text, root, path);
    const level = path.lastIndexOf("variables");
    const behind = path.slice(level + 1).map(String);
    if (behind.length === 0) return undefined;
    for (const look of this.picture.looks) {
      for (const { document: owner, origins } of look.explain(behind)) {
        const own = origins.find(({ place }) => place?.file === file && place.offset === value);
        const found = own && declarationPlace(this.picture, own.place!, behind);
        if (found === undefined) continue;
        return this.symbolOf(["var", ...behind], this.answersFor(owner, behind), found.range);
      }
    }
    return undefined;
  }

  private contextsOf({ at, path }: Asked) {
    return this.picture.looks.flatMap((look) => look.contextsAt(at.where, path).map((seen) => ({ look, ...seen })));
  }

  private answers(asked: Asked): Answer[] {
    const { at, keys, path } = asked;
    return this.contextsOf(asked).map(({ context, document, look }): Answer => {
      const outcome = outcomeText(`\${${keyPath([...keys])}}`, context);
      if (!VARIABLES.includes(keys[0])) {
        const place = look.declarationOf(keys, context);
        // Of what has a name, the name.
        const found = place && declarationPlace(this.picture, place, keys[0] === "inputs" ? keys.map(String) : []);
        const declared = found === undefined ? [] : [{ ...found, isHidden: false }];
        return { look, document, outcome, declared };
      }
      const behind = keys.slice(1).map(String);
      const explanations = look.explain(behind);
      const { origins = [] } = explanations.find((each) => each.document === document) ?? explanations[0] ?? {};
      const level = levelAround(at, path);
      const own = origins.findIndex(
        ({ place }) => level !== undefined && place !== undefined && isIn(place, at, level),
      );
      // A template in a level sees the levels below, and then its own.
      const seen = own === -1 ? undefined : [...origins.slice(own + 1), origins[own]!];
      return { look, document, outcome, declared: this.declaredBy(seen ?? origins, seen !== undefined, behind) };
    });
  }

  /** What a variable is in a document, in each environment. */
  private answersFor(owner: string, behind: readonly string[]): Answer[] {
    return this.picture.looks.flatMap((look): Answer[] => {
      const explanations = look.explain(behind);
      const isShared = owner.startsWith("environment ");
      const found = isShared ? explanations[0] : explanations.find(({ document }) => document === owner);
      if (found === undefined) return [];
      const { document, isLate, origins } = found;
      const outcome = isLate ? LATE_TEXT : typedText(found);
      return [{ look, document, outcome, declared: this.declaredBy(origins, false, behind) }];
    });
  }

  /** @param isFirst the first of the levels counts, whatever counts elsewhere */
  private declaredBy(origins: readonly Origin[], isFirst: boolean, behind: readonly string[]): Declared[] {
    return origins.map(({ effect, level, place, ...shown }, i): Declared => {
      const found = place && declarationPlace(this.picture, place, behind);
      const value = shown.isLate ? LATE_TEXT : valueText(shown);
      const isHidden = isFirst ? i > 0 : effect === "hidden";
      // A varfile's level has the file's name.
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
      return [{ ...nothing, isSecret: false, from: "", entry, isWhole: true, isHidden }];
    });
  }

  /** The same answer of several environments is told once. */
  private lines(name: string, answers: readonly Answer[], placeText: (place: Place) => string): string[] {
    const groups = new Map<string, { readonly environments: Set<string>; readonly documents: Set<string> }>();
    for (const { declared, document, look, outcome } of answers) {
      const rows = declared.map((each) => this.row(each, placeText));
      const text = [outcome, ...rows].join("\n  ");
      const group = groups.get(text) ?? { environments: new Set(), documents: new Set() };
      group.environments.add(look.environment);
      if (!document.startsWith("environment ")) group.documents.add(document);
      groups.set(text, group);
    }
    const all = new Set(answers.map(({ look }) => look.environment)).size;
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

  /** Declarations, and what is given by one of them. */
  private referencesOf(asked: LookupKeys, answers: readonly Answer[]): Place[] {
    const places: Place[] = this.definitionsOf(answers).flatMap(({ entry }) => entry ?? []);
    const givers = giversOf(answers);
    for (const { document, use } of this.picture.uses()) {
      if (places.length >= MOST_REFERENCES) break;
      const keys = use.keys.slice(0, asked.length);
      if (!isSame(keys, asked)) continue;
      const other = this.answers({ at: document, path: use.path, keys });
      const theirs = giversOf(other);
      const isMeant = givers.size === 0 ? theirs.size === 0 : [...theirs].some((giver) => givers.has(giver));
      const last = use.ranges[keys.length - 1];
      const range = last && { start: use.ranges[0]!.start, end: last.end };
      const place = isMeant && range !== undefined ? this.now(document.file, range) : undefined;
      if (place !== undefined) places.push(place);
    }
    return places;
  }
}

/** The values of the level that a path leads into; undefined if it leads into none. */
function levelAround({ root, where }: PicturedDocument, path: Path): Node | undefined {
  if (typeof where === "string") return root;
  const variables = path.indexOf("variables");
  return variables === -1 ? undefined : nodeAt(root, path.slice(0, variables + 1));
}

function isIn({ file, offset = -1 }: SourcePlace, at: PicturedDocument, { end, start }: Node): boolean {
  return file === at.file && start <= offset && offset <= end;
}

function giversOf(answers: readonly Answer[]): Set<string> {
  const declared = answers.flatMap((answer) => answer.declared.filter(({ isHidden }) => !isHidden));
  return new Set(declared.flatMap(({ file, range }) => (range === undefined ? [] : `${file} ${range.start}`)));
}

function isSame(a: LookupKeys, b: LookupKeys): boolean {
  const step = (key: string | number | undefined, i: number) => (i === 0 && key === "variables" ? "var" : `${key}`);
  return a.length === b.length && a.every((key, i) => step(key, i) === step(b[i], i));
}
