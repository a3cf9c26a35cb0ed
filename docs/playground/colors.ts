/** Syntax highlighting for YAML and env files, line by line. */

import { type Extension, RangeSetBuilder, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

export type Language = "yaml" | "env";

/** A highlighted part of a line. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly color: "key" | "comment" | "string";
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'`;
/** A key, in flow style or at the start of a line, or text in which a `#` or `:` has no meaning. */
const YAML = new RegExp(
  String.raw`(?<comment>(?:^|(?<=\s))#.*)|(?<key>(?:${QUOTED}|[^\s#'"{}[\],&*!|>%@\`-][^\s:#{}[\],]*|-[^\s:]+)(?=\s*:(?:\s|$)))|(?<string>${QUOTED})|[^\s'"#{}[\],]+`,
  "g",
);
const ENV =
  /(?<comment>^\s*#.*)|(?<key>^\s*(?:export\s+)?[^\s=#'"]+(?==))|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|[^\s'"]+/g;
/** `key: |` and `- >-`: the following lines with a deeper indentation are text. */
const BLOCK = /(?:^|[\s:-])[|>][-+0-9]*\s*(?:\s#.*)?$/;

/** Finds the highlighted parts of the lines of a text, one line at a time. */
export class LineColors {
  private readonly language: Language;
  /** The indentation of the key whose block scalar contains the next line. */
  private block: number | undefined;

  constructor(language: Language) {
    this.language = language;
  }

  next(line: string): Piece[] {
    if (this.block !== undefined) {
      const indentation = line.search(/\S/);
      if (indentation === -1 || indentation > this.block) return [];
      this.block = undefined;
    }
    const pieces: Piece[] = [];
    for (const { groups, index, 0: text } of line.matchAll(this.language === "yaml" ? YAML : ENV)) {
      const color = (["comment", "key", "string"] as const).find((name) => groups![name] !== undefined);
      if (color !== undefined) pieces.push({ from: index, to: index + text.length, color });
    }
    if (this.language === "yaml" && BLOCK.test(line)) {
      const before = /^(?:\s|- )*/.exec(line)![0];
      const isItem = /^[|>]/.test(line.slice(before.length));
      this.block = (isItem ? before.replace(/- $/, "") : before).length;
    }
    return pieces;
  }
}

const DECORATIONS = {
  key: Decoration.mark({ class: "vx-key" }),
  comment: Decoration.mark({ class: "vx-comment" }),
  string: Decoration.mark({ class: "vx-string" }),
};

/** Longer lines and texts are not highlighted. */
const MAX_LINE_LENGTH = 2000;
const MAX_LINES = 20_000;

function decorations(doc: Text, { visibleRanges }: EditorView, language: Language): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const first = visibleRanges[0]?.from ?? 0;
  const last = visibleRanges.at(-1)?.to ?? 0;
  if (doc.lines > MAX_LINES) return builder.finish();
  const colors = new LineColors(language);
  let at = 0;
  for (const line of doc.iterLines()) {
    if (at > last) break;
    const pieces = line.length > MAX_LINE_LENGTH ? [] : colors.next(line);
    if (at + line.length >= first) {
      for (const { from, to, color } of pieces) builder.add(at + from, at + to, DECORATIONS[color]);
    }
    at += line.length + 1;
  }
  return builder.finish();
}

export function colorsOf(language: Language): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorations(view.state.doc, view, language);
      }

      update({ docChanged, state, view, viewportChanged }: ViewUpdate) {
        if (docChanged || viewportChanged) this.decorations = decorations(state.doc, view, language);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
