/** JavaScript strings in and out: one at a time, and many at once. */
import { Environment, expand, mappingFuncFor } from "../src/index.ts";
import { expandRegExp, expandString, expandStringWith } from "./baselines/strings.ts";
import { SHORT_STRINGS, shortStrings, variables } from "./inputs.ts";
import type { Question } from "./measure.ts";

/** The js-string builtins let the scanners read a JavaScript string in place; older runtimes have its units copied. */
const HAS_BUILTINS = Number(process.versions.node.split(".")[0]) >= 22;

export function stringsQuestions(): Question[] {
  const record = variables();
  const map = new Map(Object.entries(record));
  const environment = new Environment(record);
  const mapping = mappingFuncFor(null, record);
  const ownMapping = (name: string) => map.get(name) ?? `$(${name})`;
  const many = shortStrings(10_000);
  const each = (expandOne: (text: string) => string) => () => {
    let last = "";
    for (const text of SHORT_STRINGS) last = expandOne(text);
    return last;
  };
  return [
    {
      title: "five short strings, one by one, compiled environment",
      baseline: "best JS",
      rows: [
        { name: "varexpand", run: each((text) => environment.expand(text)) },
        { name: "best JS", run: each((text) => expandStringWith(text, map)) },
        { name: "regular expression", run: each((text) => expandRegExp(text, map)) },
      ],
      goals: [{ row: "varexpand", against: "best JS", atLeast: HAS_BUILTINS ? 1.3 : 1.1 }],
    },
    {
      title: "five short strings, one by one, arbitrary callback",
      baseline: "best JS",
      rows: [
        { name: "varexpand", run: each((text) => expand(text, ownMapping)) },
        { name: "varexpand, mappingFuncFor", run: each((text) => expand(text, mapping)) },
        { name: "best JS", run: each((text) => expandString(text, ownMapping)) },
      ],
      goals: [{ row: "varexpand", against: "best JS", atLeast: 1 }],
    },
    {
      title: "10,000 short strings at once",
      baseline: "best JS",
      rows: [
        { name: "varexpand, expandAll", run: () => environment.expandAll(many) },
        { name: "varexpand, one by one", run: () => many.map((text) => environment.expand(text)) },
        { name: "best JS", run: () => many.map((text) => expandStringWith(text, map)) },
        { name: "regular expression", run: () => many.map((text) => expandRegExp(text, map)) },
      ],
      goals: [{ row: "varexpand, expandAll", against: "best JS", atLeast: 2.5 }],
    },
  ];
}
