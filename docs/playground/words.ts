/** Takes the place of the package that finds words in names: `HTTPServer2` is of three. */

/** Letters that are no other letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ Æ: "Ae", æ: "ae", Ð: "D", ð: "d", Ø: "O", ø: "o", Þ: "Th", þ: "th", ß: "ss", Đ: "D", đ: "d", Ħ: "H", ħ: "h" },
  ...{ ı: "i", Ĳ: "IJ", ĳ: "ij", ĸ: "k", Ł: "L", ł: "l", ŉ: "n", Ŋ: "N", ŋ: "n", Œ: "Oe", œ: "oe", Ŧ: "T", ŧ: "t" },
};

const BREAK = "\\0-/:-@[-`{-\\xbf\\xd7\\xf7\\u1680\\u180e\\u2000-\\u206f\\u3000\\ufeff";
/** Letters of other scripts, and whatever else is no break. */
const OTHER = `[^${BREAK}\\ud800-\\udfff\\u2700-\\u27bf0-9A-Za-z]`;
const LOWER = `(?:[a-z]|${OTHER})`;
const PICTURE = "(?:(?:\\ud83c[\\udde6-\\uddff]){2}|[\\ud800-\\udbff][\\udc00-\\udfff])";
const VARIANT = "[\\ufe0e\\ufe0f]?(?:\\ud83c[\\udffb-\\udfff])?";

const WORD = new RegExp(
  [
    `[A-Z]?[a-z]+(?=[${BREAK}A-Z]|$)`,
    `(?:[A-Z]|${OTHER})+(?=[${BREAK}]|[A-Z]${LOWER}|$)`,
    `[A-Z]?${LOWER}+`,
    "[A-Z]+",
    "\\d*(?:1ST|2ND|3RD|(?![123])\\dTH)(?=\\b|[a-z_])",
    "\\d*(?:1st|2nd|3rd|(?![123])\\dth)(?=\\b|[A-Z_])",
    "\\d+",
    `(?:[\\u2700-\\u27bf]|${PICTURE})${VARIANT}(?:\\u200d(?:[^\\ud800-\\udfff]|${PICTURE})${VARIANT})*`,
  ].join("|"),
  "g",
);

/** The words of a text in lower case, without marks on Latin letters. */
export function words(text: string): string[] {
  const plain = text
    .replace(/[À-ÖØ-öø-\u017f]/g, (letter) => LETTERS[letter] ?? letter.normalize("NFKD")[0]!)
    .replace(/['\u2019]|[\u0300-\u036f]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g, "");
  return Array.from(plain.matchAll(WORD), ([word]) => word.toLowerCase());
}
