/** The patterns of `.gitignore` files. */
import { globMatcher } from "../../text/glob.ts";

/** Whether to ignore a path, which is relative to a directory. */
export type IsIgnored = (path: string) => boolean;

interface Rule {
  readonly matches: (path: string) => boolean;
  readonly isNegated: boolean;
  readonly needsFolder: boolean;
}

/** Reads the lines of an ignore file. Paths are relative to its directory. The last rule that matches a path wins. */
export function ignoreRules(lines: readonly string[]): IsIgnored {
  const rules = lines.flatMap((line) => ruleOf(line.replace(/\r$/, "")) ?? []);
  const isExcluded = (path: string, isFolder: boolean) => {
    const rule = rules.findLast(({ matches, needsFolder }) => (isFolder || !needsFolder) && matches(path));
    return rule !== undefined && !rule.isNegated;
  };
  return (path) => {
    // A file in an excluded directory cannot be included again.
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      if (isExcluded(path.slice(0, at), true)) return true;
    }
    return isExcluded(path, false);
  };
}

function ruleOf(line: string): Rule | undefined {
  // A backslash keeps one space at the end.
  let pattern = /^(?:.*[^ ](?:(?<=\\) )?)?/s.exec(line)![0];
  if (pattern === "" || pattern.startsWith("#")) return undefined;
  const isNegated = pattern.startsWith("!");
  if (isNegated) pattern = pattern.slice(1);
  const needsFolder = pattern.endsWith("/");
  if (needsFolder) pattern = pattern.slice(0, -1);
  if (pattern.startsWith("./")) pattern = pattern.slice(1);
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  else if (!pattern.includes("/")) pattern = `**/${pattern}`;
  return { matches: globMatcher(pattern), isNegated, needsFolder };
}
