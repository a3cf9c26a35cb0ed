/** The editor: CodeMirror in a shadow tree, where the page's Content-Security-Policy allows its styles. */

import { history, redo, selectAll, undo } from "@codemirror/commands";
import { EditorSelection, EditorState, StateEffect, StateField } from "@codemirror/state";
import { type Command, Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { colorsOf, type Language } from "./colors.ts";
import { EDITOR_STYLE } from "./editor-style.ts";
import type { Tooltip } from "./tooltip.ts";

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A range that is underlined. */
export interface Mark extends Range {
  /** The style: a verdict such as `expanded`, or `broken` or `finding`. */
  readonly look: string;
}

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly label: string;
  readonly language: Language;
  readonly tooltip: Tooltip;
  onChange(text: string): void;
  onCursor?(offset: number): void;
  /** Returns the description of the symbol at an offset, if there is one. */
  describe?(offset: number): { readonly range: Range; readonly content: Node } | undefined;
  /** Returns the definition of the symbol at an offset, if there is one. */
  definitionOf?(offset: number): Range | undefined;
}

const setMarks = StateEffect.define<readonly Mark[]>();
const setShown = StateEffect.define<Range | undefined>();

/** Marks move with the text until they are replaced. */
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let next = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) next = markSet(effect.value, transaction.newDoc.length);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The range that was selected or shown last. */
const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let next = transaction.docChanged ? Decoration.none : set;
    for (const effect of transaction.effects) {
      if (effect.is(setShown)) next = effect.value === undefined ? Decoration.none : rangeSet(effect.value);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function markSet(list: readonly Mark[], length: number): DecorationSet {
  const ranges = list
    .filter(({ start, end }) => start < end && end <= length)
    .map(({ start, end, look }) => Decoration.mark({ class: `vx-mark vx-${look}` }).range(start, end));
  return Decoration.set(ranges, true);
}

function rangeSet({ start, end }: Range): DecorationSet {
  return start < end ? Decoration.set(Decoration.mark({ class: "vx-shown" }).range(start, end)) : Decoration.none;
}

/** A new line has the indentation of the previous line, and two spaces more after `key:`. */
const newLine: Command = (view) => {
  view.dispatch(
    view.state.changeByRange((range) => {
      const line = view.state.doc.lineAt(range.from);
      const before = line.text.slice(0, range.from - line.from);
      const indentation = /^ */.exec(before)![0];
      const insert = `\n${/:\s*$/.test(before) ? `${indentation}  ` : indentation}`;
      const after = /^ */.exec(view.state.sliceDoc(range.to, view.state.doc.lineAt(range.to).to))![0].length;
      const anchor = range.from + insert.length;
      return { changes: { from: range.from, to: range.to + after, insert }, range: EditorSelection.cursor(anchor) };
    }),
    { scrollIntoView: true, userEvent: "input" },
  );
  return true;
};

const goTo = (offsetOf: (view: EditorView) => number, extend: boolean): Command => {
  return (view) => {
    const head = offsetOf(view);
    const anchor = extend ? view.state.selection.main.anchor : head;
    view.dispatch({ selection: { anchor, head }, scrollIntoView: true, userEvent: "select" });
    return true;
  };
};
const toStart = () => 0;
const toEnd = (view: EditorView) => view.state.doc.length;

/**
 * Replaces a selection, and joins lines. The browser's own implementation uses style attributes, which the page's
 * Content-Security-Policy forbids.
 */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing } = event;
  const isDeletion = inputType.startsWith("delete");
  if (isComposing || !event.cancelable || !(isDeletion || inputType === "insertText")) return false;
  const { doc, selection } = view.state;
  let { from, to } = selection.main;
  if (from === to && isDeletion) {
    const line = doc.lineAt(from);
    if (inputType.endsWith("Backward") && from === line.from) from = Math.max(0, from - 1);
    else if (inputType.endsWith("Forward") && to === line.to) to = Math.min(doc.length, to + 1);
  }
  if (from === to) return false;
  event.preventDefault();
  const insert = isDeletion ? "" : (data ?? "");
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: isDeletion ? "delete" : "input.type",
  });
  return true;
}

export class TextEditor {
  private readonly view: EditorView;
  private readonly options: EditorOptions;

  constructor(options: EditorOptions) {
    this.options = options;
    const root = options.parent.attachShadow({ mode: "open" });
    const toDefinition: Command = (view) => {
      const range = options.definitionOf?.(view.state.selection.main.head);
      if (range !== undefined) this.select(range);
      return range !== undefined;
    };
    this.view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          history(),
          EditorView.lineWrapping,
          EditorState.tabSize.of(2),
          colorsOf(options.language),
          marks,
          shown,
          EDITOR_STYLE,
          EditorView.contentAttributes.of({
            "aria-label": options.label,
            tabindex: "0",
            spellcheck: "false",
            autocapitalize: "off",
          }),
          keymap.of([
            { key: "Mod-z", run: undo, preventDefault: true },
            { key: "Mod-y", mac: "Mod-Shift-z", run: redo, preventDefault: true },
            { linux: "Ctrl-Shift-z", run: redo, preventDefault: true },
            { key: "Mod-a", run: selectAll, preventDefault: true },
            { key: "Enter", run: options.language === "yaml" ? newLine : () => false },
            { key: "Mod-Home", mac: "Cmd-ArrowUp", run: goTo(toStart, false), shift: goTo(toStart, true) },
            { key: "Mod-End", mac: "Cmd-ArrowDown", run: goTo(toEnd, false), shift: goTo(toEnd, true) },
            { key: "F12", run: toDefinition },
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) options.onChange(update.state.doc.toString());
            // After an edit, the update of the page also updates the symbol at the cursor.
            else if (update.selectionSet) options.onCursor?.(update.state.selection.main.head);
          }),
          EditorView.domEventHandlers({ beforeinput: replaceSelection, click: (event) => this.click(event) }),
        ],
      }),
    });
    options.tooltip.watch(this.view.contentDOM, (event) => this.described(event));
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get cursor(): number {
    return this.view.state.selection.main.head;
  }

  /** Replaces the whole text. */
  setText(text: string): void {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
    });
    this.view.scrollDOM.scrollTop = 0;
  }

  /** Applies edits that do not overlap. */
  change(edits: readonly (Range & { readonly text: string })[]): void {
    this.view.dispatch({
      changes: edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text })),
      userEvent: "input",
    });
    this.view.focus();
  }

  mark(list: readonly Mark[]): void {
    this.view.dispatch({ effects: setMarks.of(list) });
  }

  /** Moves the cursor to a range and highlights the range. */
  select(range: Range): void {
    const length = this.view.state.doc.length;
    const start = Math.min(range.start, length);
    const end = Math.min(range.end, length);
    this.view.dispatch({
      selection: { anchor: start },
      effects: [setShown.of({ start, end }), EditorView.scrollIntoView(start, { y: "center" })],
    });
    this.options.parent.scrollIntoView({ block: "nearest" });
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  /** Highlights a range without moving the cursor. */
  private show(range: Range): void {
    this.view.dispatch({
      effects: [setShown.of(range), EditorView.scrollIntoView(range.start, { y: "nearest", yMargin: 40 })],
    });
  }

  private click(event: MouseEvent): boolean {
    const { selection } = this.view.state;
    if (event.detail !== 1 || !selection.main.empty) return false;
    const at = this.offsetAt(event);
    const range = at === undefined ? undefined : this.options.definitionOf?.(at);
    if (range === undefined) {
      this.view.dispatch({ effects: setShown.of(undefined) });
      return false;
    }
    if (event.ctrlKey || event.metaKey) this.select(range);
    else this.show(range);
    return false;
  }

  private described(event: MouseEvent): { readonly box: DOMRect; readonly content: Node } | undefined {
    const at = this.offsetAt(event);
    const found = at === undefined ? undefined : this.options.describe?.(at);
    if (found === undefined) return undefined;
    const { start, end } = found.range;
    const from = this.view.coordsAtPos(start, 1);
    const to = this.view.coordsAtPos(end, -1);
    if (from === null || to === null) return undefined;
    const right = to.top === from.top ? to.right : from.right;
    return {
      box: new DOMRect(from.left, from.top, Math.max(1, right - from.left), from.bottom - from.top),
      content: found.content,
    };
  }

  /** The offset at the mouse pointer; undefined if there is no text. */
  private offsetAt({ clientX, clientY }: MouseEvent): number | undefined {
    const at = this.view.posAtCoords({ x: clientX, y: clientY });
    if (at === null) return undefined;
    const box = this.view.coordsAtPos(at);
    return box !== null && Math.abs(clientX - box.left) < 16 ? at : undefined;
  }
}
