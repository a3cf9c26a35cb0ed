/** Views of documents in the terms of the Language Server Protocol. */

import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  ErrorCodes,
  type Hover,
  MarkupKind,
  type Range,
  ResponseError,
  SymbolKind,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { RawFix, Severity, TextRange } from "../lint/finding.ts";
import { printable } from "../text/printable.ts";
import { MAX_TEXT_LENGTH, rangeIn, type SeenDocument } from "./documents.ts";
import { hoverLines } from "./hover.ts";
import type { Place } from "./places.ts";
import type { Completion, CompletionName, OutlineEntry, Renaming, TextView, ViewedSymbol } from "./view.ts";

export const SOURCE = "varexpand";
const MAX_DIAGNOSTICS = 1000;
const MAX_COMPLETIONS = 1000;

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
};

export function diagnosticsOf(seen: SeenDocument): Diagnostic[] {
  const { document, view } = seen;
  const problems = view.problems.map((problem): Diagnostic => {
    const severity = DiagnosticSeverity.Error;
    return { range: rangeIn(seen, problem), severity, source: SOURCE, message: printable(problem.message, 4000) };
  });
  const findings = view.findings.map((found) => diagnosticOf(seen, found));
  return [...tooLong(document), ...problems, ...findings].slice(0, MAX_DIAGNOSTICS);
}

export function hoverAt(
  seen: SeenDocument,
  offset: number,
  placeText: (place: Place) => string,
  takesMarkdown: boolean,
): Hover | undefined {
  const symbol = seen.view.symbolAt(offset);
  if (symbol === undefined) return undefined;
  const text = hoverLines(symbol, placeText).join("\n");
  const contents = takesMarkdown
    ? { kind: MarkupKind.Markdown, value: fenced(text) }
    : { kind: MarkupKind.PlainText, value: text };
  return { contents, range: rangeIn(seen, symbol) };
}

export function completionsAt(seen: SeenDocument, offset: number): CompletionItem[] | undefined {
  const found = completionAt(seen.text, seen.view, offset);
  if (found === undefined) return undefined;
  const range = rangeIn(seen, found);
  const withDot = rangeIn(seen, { start: found.start - 1, end: found.end });
  return found.names.slice(0, MAX_COMPLETIONS).map(({ detail, label, takesDot = false, text }) => ({
    label,
    kind: CompletionItemKind.Variable,
    detail: printable(detail),
    filterText: takesDot ? `.${label}` : label,
    textEdit: { range: takesDot ? withDot : range, newText: text },
  }));
}

export function actionsIn(seen: SeenDocument, { start, end }: TextRange): CodeAction[] {
  const { view } = seen;
  const touched = view.findings.filter((found) => found.start <= end && found.end >= start).slice(0, 20);
  return touched.flatMap((found) => {
    const { meant, name, rule } = found.finding;
    const fix = found.fix && view.fixOf?.(found);
    const at = name === undefined ? -1 : seen.text.slice(found.start, found.end).indexOf(name);
    const suggestion = meant !== undefined &&
      at !== -1 && {
        description: `replace ${printable(name!)} with ${printable(meant)}`,
        edits: [{ start: found.start + at, end: found.start + at + name!.length, text: meant }],
      };
    return [fix, suggestion, view.ignoring?.(found)].flatMap((each) => {
      if (!each) return [];
      return {
        title: `${rule}: ${each.description}`,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnosticOf(seen, found)],
        isPreferred: each === fix,
        edit: workspaceEdit(seen, each.edits),
      };
    });
  });
}

function workspaceEdit(seen: SeenDocument, edits: RawFix["edits"]): WorkspaceEdit {
  const { uri, version } = seen.document;
  const changes = edits.map((edit) => ({ range: rangeIn(seen, edit), newText: edit.text }));
  return { documentChanges: [{ textDocument: { uri, version }, edits: changes }] };
}

/** @throws ResponseError with the reason why the variable cannot be renamed */
export function preparedRename(seen: SeenDocument, offset: number): { range: Range; placeholder: string } | undefined {
  const renaming = renamingAt(seen, offset);
  return renaming && { range: rangeIn(seen, renaming), placeholder: seen.text.slice(renaming.start, renaming.end) };
}

/** @throws ResponseError with the reason why the variable cannot have the name */
export function renamed(seen: SeenDocument, offset: number, newName: string): WorkspaceEdit | undefined {
  const renaming = renamingAt(seen, offset);
  if (renaming === undefined) return undefined;
  const problem = renaming.problemOf(newName);
  if (problem !== undefined) throw new ResponseError(ErrorCodes.InvalidRequest, problem);
  return workspaceEdit(
    seen,
    renaming.ranges.map((range) => ({ ...range, text: newName })),
  );
}

function renamingAt({ view }: SeenDocument, offset: number): Renaming | undefined {
  const renaming = view.renamingAt?.(offset);
  if (typeof renaming === "string") throw new ResponseError(ErrorCodes.InvalidRequest, renaming);
  return renaming;
}

const SYMBOL_KINDS: Readonly<Record<OutlineEntry["kind"], SymbolKind>> = {
  object: SymbolKind.Object,
  container: SymbolKind.Module,
  variable: SymbolKind.Variable,
};

export function symbolsOf(seen: SeenDocument): DocumentSymbol[] {
  const symbolOf = ({ children, detail, kind, name, selected, ...range }: OutlineEntry): DocumentSymbol => ({
    name: printable(name) || "?",
    detail: printable(detail),
    kind: SYMBOL_KINDS[kind],
    range: rangeIn(seen, range),
    selectionRange: rangeIn(seen, selected),
    children: children.map(symbolOf),
  });
  return (seen.view.outline?.() ?? []).map(symbolOf);
}

/** The definition of a variable: for a use its entry, for an entry the source of its value. */
export function targetsOf({ definitions, use }: ViewedSymbol): Place[] {
  if (use?.declaration !== undefined) return [use.declaration];
  const [first] = definitions;
  if (first === undefined) return [];
  const { entry, isWhole, source } = first;
  const inOrder = use !== undefined && isWhole ? [entry, source] : [source, entry];
  return inOrder.flatMap((place) => place ?? []).slice(0, 1);
}

export function referencesOf(symbol: ViewedSymbol, includesDeclaration: boolean): Place[] {
  const { definitions, use } = symbol;
  const declared = [...definitions.flatMap(({ entry, source }) => [entry, source]), use?.declaration];
  const isDeclared = (place: Place) => declared.some((each) => each !== undefined && isSame(each, place));
  return symbol.references().filter((place) => includesDeclaration || !isDeclared(place));
}

/** Texts that are too long are not linted. */
function tooLong(document: TextDocument): Diagnostic[] {
  if (document.getText().length <= MAX_TEXT_LENGTH) return [];
  const start = { line: 0, character: 0 };
  const message = `the text has more than ${MAX_TEXT_LENGTH} characters; run varexpand lint`;
  return [{ range: { start, end: start }, severity: DiagnosticSeverity.Information, source: SOURCE, message }];
}

function diagnosticOf(seen: SeenDocument, found: TextView["findings"][number]): Diagnostic {
  const { message, rule, severity } = found.finding;
  return { range: rangeIn(seen, found), severity: SEVERITIES[severity], code: rule, source: SOURCE, message };
}

function isSame(a: Place, b: Place): boolean {
  return a.name === b.name && a.start === b.start;
}

/** Literal text in Markdown. */
function fenced(text: string): string {
  const longest = Math.max(2, ...text.split(/[^`]+/).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** `$$` is an escaped dollar. */
const BEGUN = /(?<!\$)(?:\$\$)*\$\(([^\s$()"'`{}]*)$/;

/** Names that complete a reference; undefined at other places. */
export function completionAt(text: string, view: TextView, offset: number): Completion | undefined {
  if (view.completionAt !== undefined) return view.completionAt(offset);
  const begun = BEGUN.exec(text.slice(0, offset));
  if (begun === null) return undefined;
  const rest = /^[-._a-zA-Z0-9]*\)?/.exec(text.slice(offset))![0];
  // Without a parenthesis, the following text is not part of the reference.
  const end = rest.endsWith(")") ? offset + rest.length : offset;
  const names = (view.visibleAt?.(offset) ?? []).map(({ from, name, value }): CompletionName => {
    const detail = [value, from].filter((each) => each !== undefined).join("  ");
    return { label: name, detail, text: `${name})` };
  });
  return { start: offset - begun[1]!.length, end, names };
}
