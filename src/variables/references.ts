/** Which actions the templates of a document refer to, by what stands in them. */
import { cachedTemplate } from "../template/cache.ts";
import type { Expression, Lookup, Part } from "../template/syntax.ts";

/** A reference to an action: the first keys behind `actions` or `runtime`, as far as they are written out. */
export interface ActionReference {
  readonly kind: string | undefined;
  readonly name: string | undefined;
  /** The keys that lead to the template from the document's root. */
  readonly path: readonly (string | number)[];
}

/** The references in a document, in order. Templates that cannot be parsed have none. */
export function actionReferences(document: unknown): ActionReference[] {
  const references: ActionReference[] = [];
  const open: { node: unknown; path: readonly (string | number)[] }[] = [{ node: document, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path } = next;
    if (typeof node === "string") {
      if (!node.includes("${")) continue;
      eachLookup(cachedTemplate(node).tree.parts, ({ keys }) => {
        const [root, kind, name] = keys.map(({ key }) => (typeof key === "object" ? literalOf(key) : String(key)));
        if (root === "actions" || root === "runtime") references.push({ kind, name, path });
      });
    } else if (typeof node === "object" && node !== null) {
      const members = Object.entries(node).map(([key, member]) => ({
        node: member,
        path: [...path, Array.isArray(node) ? Number(key) : key],
      }));
      open.push(...members.reverse());
    }
  }
  return references;
}

function literalOf(expression: Expression): string | undefined {
  return expression.kind === "literal" ? String(expression.value) : undefined;
}

function eachLookup(parts: readonly Part[], visit: (lookup: Lookup) => void): void {
  for (const part of parts) {
    if (part.kind === "expression") visitExpression(part.expression);
    if (part.kind !== "block") continue;
    visitExpression(part.test);
    eachLookup(part.whenTrue, visit);
    eachLookup(part.whenFalse, visit);
  }

  function visitExpression(root: Expression): void {
    // Operators that follow each other make trees as deep as there are operators.
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      switch (node.kind) {
        case "literal":
          break;
        case "template":
          eachLookup(node.template.parts, visit);
          break;
        case "list":
          open.push(...node.items);
          break;
        case "call":
          open.push(...node.args);
          break;
        case "not":
        case "typeof":
          open.push(node.operand);
          break;
        case "binary":
          open.push(node.left, node.right);
          break;
        case "choice":
          open.push(node.test, node.whenTrue, node.whenFalse);
          break;
        case "lookup":
          if (node.object === undefined) visit(node);
          else open.push(node.object);
          for (const { key } of node.keys) if (typeof key === "object") open.push(key);
      }
    }
  }
}
