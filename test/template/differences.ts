/** Where this project answers otherwise than the release of Garden that the vectors were recorded from, on purpose. */
export interface Difference {
  /** The templates concerned: what the JSON of a case's input contains. */
  readonly match: RegExp;
  readonly reason: string;
}

export const differences: readonly Difference[] = [
  {
    match: /\bslice\([^()]*, 0\)/,
    reason: "slice with an end of 0 gives what stands before 0, which is nothing; Garden takes 0 for no end",
  },
  {
    match: /\breplace\([^()]*\$[$&`'0-9]/,
    reason: "the replacement of replace is text; Garden reads $$, $&, $` and $1 in it as patterns",
  },
  {
    match: /\byamlEncode\([^()]*, true\)/,
    reason: "yamlEncode of several documents ends each marker with a line break; Garden's `---a: 1` is no marker",
  },
];
