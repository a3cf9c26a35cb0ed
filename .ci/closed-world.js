/**
 * Makes a bundle smaller that nothing outside reads: what its packages offer, and it never asks for, is left out, and the
 * members that only its packages know have short names.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { minify } from "rolldown/utils";
import ts from "typescript";

const library = join(import.meta.dirname, "../node_modules/typescript/lib");

/** The names that browsers and the language know: somebody outside the bundle may ask for them. */
const native = new Set(
  readdirSync(library)
    .filter((file) => /^lib\..*\.d\.ts$/.test(file))
    .flatMap((file) => wordsOf(readFileSync(join(library, file), "utf8"))),
);

/** The bundle's text, made of the named files; those that `isInternal` names share no data with the others. */
export async function compressed(text, files, isInternal) {
  const names = internalNames(files, isInternal).map((name) => name.replaceAll("$", "\\$"));
  const { code } = await transform(withoutUnusedMembers(text), {
    format: "esm",
    target: "es2022",
    charset: "utf8",
    treeShaking: true,
    mangleProps: new RegExp(`^(?:${names.join("|")})$`),
  });
  const result = await minify("bundle.js", code, {
    module: true,
    compress: { target: "es2022" },
    mangle: { toplevel: true },
  });
  if (result.errors.length > 0) throw new Error(result.errors.map(({ message }) => message).join("\n"));
  return result.code;
}

/**
 * The names of members that no string says, and that neither browsers nor the language know: of the internal files, those
 * that occur in no other file; of the others, those that only classes have, as data of users has no class.
 */
function internalNames(files, isInternal) {
  const members = new Set();
  const others = new Set();
  const ofClasses = new Set();
  const ofData = new Set();
  const ofInternals = new Set();
  const said = new Set();
  for (const file of files) {
    const source = parsed(file, readFileSync(file, "utf8"));
    const visit = (node) => {
      if (!isInternal(file)) {
        if (ts.isIdentifier(node)) others.add(node.text);
        if (ts.isIdentifier(node) && isDeclaredMember(node)) {
          (ts.isClassLike(node.parent.parent) ? ofClasses : ofData).add(node.text);
        }
      } else {
        if (ts.isIdentifier(node)) ofInternals.add(node.text);
        if (ts.isPropertyAccessExpression(node)) members.add(node.name.text);
      }
      if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
        for (const word of wordsOf(node.text)) said.add(word);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const known = [...members].filter((name) => !others.has(name));
  const own = [...ofClasses].filter((name) => !ofData.has(name) && !ofInternals.has(name));
  return [...known, ...own].filter((name) => name.length > 2 && !native.has(name) && !said.has(name));
}

/** Whether a name stands where a class, an interface or an object says what it has. */
function isDeclaredMember(node) {
  const { parent } = node;
  return (
    (ts.isClassElement(parent) || ts.isTypeElement(parent) || ts.isObjectLiteralElement(parent)) && parent.name === node
  );
}

function parsed(file, text) {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/**
 * Leaves out methods and accessors of classes, and values given to a top-level name's member, that nothing in what is
 * left asks for: no access to a member, and no string, says their names.
 */
function withoutUnusedMembers(text) {
  const source = parsed("bundle.js", text);
  const live = new Set();
  /** By name, the members that nothing asked for yet. */
  const waiting = new Map();
  visit(source);
  const unused = [...waiting.values()].flat();
  const outermost = unused.filter(({ pos, end }) => !unused.some((other) => other.pos < pos && end <= other.end));
  let result = "";
  let end = 0;
  for (const member of outermost.sort((a, b) => a.pos - b.pos)) {
    result += text.slice(end, member.getStart(source));
    end = member.end;
  }
  return result + text.slice(end);

  function visit(node) {
    const name = removableName(node);
    if (name === undefined || native.has(name) || live.has(name)) {
      for (const each of namesAskedFor(node)) use(each);
      ts.forEachChild(node, visit);
    } else {
      waiting.set(name, [...(waiting.get(name) ?? []), node]);
    }
  }

  function use(name) {
    if (live.has(name)) return;
    live.add(name);
    const found = waiting.get(name) ?? [];
    waiting.delete(name);
    for (const member of found) visit(member);
  }
}

function namesAskedFor(node) {
  if (ts.isPropertyAccessExpression(node)) return isGiven(node) ? [] : [node.name.text];
  if (ts.isBindingElement(node)) return wordsOf((node.propertyName ?? node.name).getText());
  if (ts.isShorthandPropertyAssignment(node) || ts.isPropertyAssignment(node)) return wordsOf(node.name.getText());
  return ts.isStringLiteralLike(node) && !/\s/.test(node.text) ? wordsOf(node.text) : [];
}

/** Whether the access is the left side of what may be left out. */
function isGiven(node) {
  const { parent } = node;
  return ts.isBinaryExpression(parent) && parent.left === node && removableName(parent.parent) !== undefined;
}

/** The name of a member that may be left out if nothing asks for it. */
function removableName(node) {
  if (ts.isMethodDeclaration(node) || ts.isGetAccessor(node) || ts.isSetAccessor(node)) {
    return ts.isClassLike(node.parent) && ts.isIdentifier(node.name) ? node.name.text : undefined;
  }
  if (node === undefined || !ts.isExpressionStatement(node) || !ts.isSourceFile(node.parent)) return undefined;
  const { expression } = node;
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) {
    return undefined;
  }
  const { left, right } = expression;
  const isMember = ts.isPropertyAccessExpression(left) && ts.isIdentifier(left.expression);
  return isMember && isPlain(right) ? left.name.text : undefined;
}

/** Whether making the value does nothing else. */
function isPlain(value) {
  if (ts.isPropertyAccessExpression(value)) return ts.isIdentifier(value.expression);
  if (ts.isCallExpression(value)) return /@__PURE__/.test(value.getFullText().slice(0, value.getLeadingTriviaWidth()));
  return ts.isIdentifier(value) || ts.isLiteralExpression(value) || ts.isFunctionLike(value);
}

function wordsOf(code) {
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}
