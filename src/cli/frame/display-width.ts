/** How wide text is on a terminal, in columns, and text that is cut to a width. */

/** Plain ASCII: every character has one column. */
const NARROW = /^[ -~]*$/;
const MARK = /^[\p{Mn}\p{Me}]+$/u;
/**
 * What has two columns: ideographs and syllables of East Asian scripts, their punctuation, full-width forms, and what is
 * shown as a picture.
 */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303e\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u;
/** Half-width forms of the same scripts, and single Korean letters in front of others. */
const HALF_WIDTH = /^[\uff61-\uffdc\u1160-\u11ff]/u;

/** Made when it is first needed: that takes as long as a fifth of Node's start. */
let segmenter: Intl.Segmenter | undefined;

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** The columns that a terminal needs for a text of one line. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segments(text)) width += segmentWidth(segment);
  return width;
}

function segmentWidth(segment: string): number {
  if (MARK.test(segment)) return 0;
  return WIDE.test(segment) && !HALF_WIDTH.test(segment) ? 2 : 1;
}

const CUT = "\u2026";

/** A text that has at most so many columns: the end of a longer one is `…`. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return taken(segmentsOf(text), width - 1).join("") + CUT;
}

/** Text with blanks behind it, up to a width. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** What a terminal shows as one character each. */
function* segmentsOf(text: string): Generator<string, void, undefined> {
  for (const { segment } of segments(text)) yield segment;
}

/** The first segments that together have at most so many columns. */
function taken(segments: Iterable<string>, width: number): string[] {
  const first: string[] = [];
  let columns = 0;
  for (const segment of segments) {
    columns += segmentWidth(segment);
    if (columns > width) break;
    first.push(segment);
  }
  return first;
}
