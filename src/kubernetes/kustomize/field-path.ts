/** The paths of fields in `replacements`: `spec.containers.[name=app].env.0`. */

import type { Node } from "../../yaml/node.ts";
import { UnmergeableError } from "./strategic-merge.ts";
import { itemsOf, membersOf } from "./tree.ts";

/** The steps of `spec.containers.[name=app].env.0`; dots in brackets or after a backslash do not separate. */
export function stepsOf(path: string): string[] {
  const steps: string[][] = [];
  let isOpen = false;
  for (const part of path.split(/(?<!\\)\./)) {
    const text = part.replaceAll("\\.", ".");
    if (isOpen) steps.at(-1)!.push(text);
    else steps.push([text]);
    isOpen = (isOpen || text.startsWith("[")) && !text.endsWith("]");
  }
  return steps.flatMap((parts) => {
    const step = parts.join(".");
    // Brackets around several parts of a name are not part of it.
    const name = parts.length > 1 && !step.includes("=") ? /^[[\]]*((?:.*[^[\]])?)/s.exec(step)![1]! : step;
    return name.trim() === "" ? [] : [name];
  });
}

/** A step to an item of a list: `0` or `[name=app]`. */
export function isItem(step: string): boolean {
  return /^(?:\[.*|\d+)$/s.test(step);
}

/** What compares the text of an item with a text in brackets; undefined for what is not supported. */
type Matching = (wanted: string) => ((text: string) => boolean) | undefined;

export const exactly: Matching = (wanted) => (text) => text === wanted;

/** What a step of a field's path leads to: a member, an item by its number, `*`, or `[name=app]`. */
export function childrenOf(
  node: Node,
  step: string,
  matching: Matching,
): { readonly key: string | number; node: Node }[] {
  const members = [...membersOf(node)].map(([key, member]) => ({ key, node: member }));
  const items = itemsOf(node).map((item, key) => ({ key, node: item }));
  if (step === "*") return items;
  const condition = conditionOf(step);
  if (condition !== undefined) {
    const { key, wanted } = condition;
    const isMatch = matching(wanted);
    if (isMatch === undefined) throw new UnmergeableError();
    return items.filter(({ node: item }) => {
      const compared = key === "" ? item : membersOf(item).get(key);
      return isMatch(`${compared?.value ?? ""}`);
    });
  }
  return /^\d+$/.test(step) ? items.filter(({ key }) => `${key}` === step) : members.filter(({ key }) => key === step);
}

/** The parts of `[name=app]`. */
export function conditionOf(step: string): { readonly key: string; readonly wanted: string } | undefined {
  const [, key = "", wanted = ""] = /^\[([^=]*)=(.*)\]$/s.exec(step) ?? [];
  return step.startsWith("[") && step.includes("=") && step.endsWith("]") ? { key, wanted } : undefined;
}

/** Whether the text in brackets is a regular expression, and not only text. */
export function isPattern(step: string): boolean {
  return /[*+?|()[\]^$\\]/.test(conditionOf(step)?.wanted ?? "");
}
