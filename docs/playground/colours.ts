/** The colours of YAML and env files: what is needed to read them, line by line. */

import { type Extension, RangeSetBuilder, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

export type Language = "yaml" | "env";

/** A coloured piece of a line. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly colour: "key" | "comment" | "string";
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'`;
/** A key, in flow style or at a line's beginning; then what may hide a `#` or a `:`. */
const YAML = new RegExp(
  String.raw`(?<comment>(?:^|(?<=\s))#.*)|(?<key>(?:${QUOTED}|[^\s#'"{}[\],&*!|>%@\`-][^\s:#{}[\],]*|-[^\s:]+)(?=\s*:(?:\s|$)))|(?<string>${QUOTED})|[^\s'"#{}[\],]+`,
  "g",
);
const ENV =
  /(?<comment>^\s*#.*)|(?<key>^\s*(?:export\s+)?[^\s=#'"]+(?==))|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|[^\s'"]+/g;
/** `key: |` and `- >-`: the deeper lines that follow are text. */
const BLOCK = /(?:^|[\s:-])[|>][-+0-9]*\s*(?:\s#.*)?$/;

/** The pieces of the lines of a text, one line after the other. */
export class LineColours {
  private readonly language: Language;
  /** The indentation of the key whose block of text goes on. */
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
      const colour = (["comment", "key", "string"] as const).find((name) => groups![name] !== undefined);
      if (colour !== undefined) pieces.push({ from: index, to: index + text.length, colour });
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

/** Longer lines and texts are not coloured. */
const LONGEST_LINE = 2000;
const MOST_LINES = 20_000;

function decorations(doc: Text, { visibleRanges }: EditorView, language: Language): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const first = visibleRanges[0]?.from ?? 0;
  const last = visibleRanges.at(-1)?.to ?? 0;
  if (doc.lines > MOST_LINES) return builder.finish();
  const colours = new LineColours(language);
  let at = 0;
  for (const line of doc.iterLines()) {
    if (at > last) break;
    const pieces = line.length > LONGEST_LINE ? [] : colours.next(line);
    if (at + line.length >= first) {
      for (const { from, to, colour } of pieces) builder.add(at + from, at + to, DECORATIONS[colour]);
    }
    at += line.length + 1;
  }
  return builder.finish();
}

export function coloursOf(language: Language): Extension {
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
