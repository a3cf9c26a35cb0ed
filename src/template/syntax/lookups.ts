/** The lookups in a template, whether or not they are evaluated. */
import type { Expression, Lookup, Part } from "./tree.ts";

/** The lookups in the context. */
export function lookupsIn(parts: readonly Part[]): readonly Lookup[] {
  const lookups: Lookup[] = [];
  eachLookup(parts, (lookup) => lookups.push(lookup));
  return lookups;
}

/** Calls `visit` for each lookup in the context. */
export function eachLookup(parts: readonly Part[], visit: (lookup: Lookup) => void): void {
  for (const part of parts) {
    if (part.kind === "expression") visitExpression(part.expression);
    if (part.kind !== "block") continue;
    visitExpression(part.test);
    eachLookup(part.whenTrue, visit);
    eachLookup(part.whenFalse, visit);
  }

  function visitExpression(root: Expression): void {
    // Operators that follow each other make trees as deep as there are operators.
    const open: unknown[] = [root];
    while (open.length > 0) {
      const node = open.pop();
      if (typeof node !== "object" || node === null) continue;
      const expression = node as Expression;
      if (expression.kind === "lookup" && expression.object === undefined) visit(expression);
      if (expression.kind === "template") eachLookup(expression.template.parts, visit);
      else for (const child of Object.values(node)) open.push(child);
    }
  }
}
