/** Patterns of `.gitignore` files, and which paths they leave out. */
import { globMatcher } from "../../text/glob.ts";

/** Whether a path from a folder is left out. */
export type IsIgnored = (path: string) => boolean;

interface Rule {
  readonly matches: (path: string) => boolean;
  readonly isNegated: boolean;
  readonly needsFolder: boolean;
}

/** The rules in the lines of an ignore file, for paths from its folder. The last rule that matches a path counts. */
export function ignoreRules(lines: readonly string[]): IsIgnored {
  const rules = lines.flatMap((line) => ruleOf(line.replace(/\r$/, "")) ?? []);
  const isLeftOut = (path: string, isFolder: boolean) => {
    const rule = rules.findLast(({ matches, needsFolder }) => (isFolder || !needsFolder) && matches(path));
    return rule !== undefined && !rule.isNegated;
  };
  return (path) => {
    // What is below a folder that is left out cannot be taken back.
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      if (isLeftOut(path.slice(0, at), true)) return true;
    }
    return isLeftOut(path, false);
  };
}

function ruleOf(line: string): Rule | undefined {
  let pattern = line.replace(/(?<!\\) +$/, "");
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
