/** The tab for `${…}` templates: a text, its context, the result, and the steps of each expression. */

import type { TemplateStep } from "../../src/garden/template/resolve/steps.ts";
import { Positions } from "../../src/text/position.ts";
import { visibleLines, visibleText } from "../../src/text/printable.ts";
import { byId, element } from "./dom.ts";
import { type Range, TextEditor } from "./editor.ts";
import { countText, showFindings } from "./findings.ts";
import { lineButton } from "./places.ts";
import type { Content, TabView } from "./tab.ts";
import { type TemplateView, typeOf, type ViewedExpression, viewTemplate } from "./template-view.ts";
import type { Tooltip } from "./tooltip.ts";

export class TemplateTab implements TabView {
  private readonly editor: TextEditor;
  private readonly contextEditor: TextEditor;
  private view: TemplateView = { expressions: [], mistakes: [], results: [] };
  private lines = new Positions("");
  private readonly goTo = (range: Range) => this.editor.select(range);

  constructor(tooltip: Tooltip, onChange: () => void) {
    this.editor = new TextEditor({
      parent: byId("template-editor"),
      label: "Template",
      language: "yaml",
      tooltip,
      onChange,
      onCursor: () => this.showCursor(),
      describe: (offset) => {
        const found = this.expressionAt(offset);
        return found && { range: found, content: this.expressionElement(found) };
      },
    });
    this.contextEditor = new TextEditor({
      parent: byId("context-editor"),
      label: "Context",
      language: "yaml",
      tooltip,
      onChange,
    });
  }

  get content() {
    return { text: this.editor.text, context: this.contextEditor.text };
  }

  open({ text, context = "" }: Content): void {
    byId("template-result").replaceChildren();
    this.editor.setText(text);
    this.contextEditor.setText(context);
  }

  choose(): void {}

  update(): string {
    const { text, context } = this.content;
    const view = viewTemplate(text, context);
    this.view = view;
    this.lines = new Positions(text);
    const contextLines = new Positions(context);
    const { expressions, mistakes, results } = view;
    const broken = (where: "text" | "context") =>
      mistakes.filter((mistake) => mistake.in === where).map(({ start, end }) => ({ start, end, look: "broken" }));
    this.editor.mark([
      ...expressions.map(({ start, end, whole }) => ({ start, end, look: lookOf(whole) })),
      ...broken("text"),
    ]);
    this.contextEditor.mark(broken("context"));
    const shown = mistakes.map(({ end, message, start }) => ({ start, end, message, level: "error" as const }));
    const inContext = mistakes.some((mistake) => mistake.in === "context");
    showFindings(
      byId("template-findings"),
      shown.map((finding) => ({ ...finding, ...(inContext && { message: `in the context: ${finding.message}` }) })),
      inContext ? contextLines : this.lines,
      inContext ? (range) => this.contextEditor.select(range) : this.goTo,
      this.editor,
    );
    const area = byId("template-result");
    const isWhole = mistakes.length === 0;
    byId("template-former").hidden = isWhole || area.childElementCount === 0;
    area.classList.toggle("former", !isWhole);
    if (isWhole) {
      area.replaceChildren(
        ...results.flatMap(({ yaml, type }) => [
          element("p", { class: "type" }, "a ", element("b", {}, type)),
          element("pre", { tabindex: 0, "aria-label": "Result" }, visibleLines(yaml)),
        ]),
      );
    }
    const list = byId("template-steps");
    // While the text cannot be parsed, there are no expressions, and the page keeps the previous ones.
    if (expressions.length > 0 || isWhole) {
      list.replaceChildren(...expressions.map((each) => element("li", {}, this.expressionElement(each))));
      if (expressions.length === 0) list.append(element("li", { class: "none" }, "No expressions."));
    }
    this.showCursor();
    return `${expressions.length} ${expressions.length === 1 ? "expression" : "expressions"}, ${countText(shown)}`;
  }

  focus(): void {
    this.editor.focus();
  }

  private expressionAt(offset: number): ViewedExpression | undefined {
    return this.view.expressions.find(({ start, end }) => start <= offset && offset <= end);
  }

  private expressionElement(expression: ViewedExpression): HTMLElement {
    const { steps, whole, isOfFirst } = expression;
    const inner = steps.slice(0, -1);
    return element(
      "div",
      { class: "expression" },
      element(
        "p",
        {},
        element("code", {}, visibleText(whole.text)),
        " ",
        outcomeElement(whole),
        " ",
        lineButton(expression, this.lines, this.goTo),
      ),
      isOfFirst && element("p", { class: "said" }, "for the first item"),
      inner.length > 0 && element("ol", {}, ...inner.map((step) => stepElement(step))),
    );
  }

  private showCursor(): void {
    const area = byId("template-cursor");
    const found = this.expressionAt(this.editor.cursor);
    area.hidden = found === undefined;
    area.replaceChildren(...(found === undefined ? [] : [this.expressionElement(found)]));
  }
}

function stepElement(step: TemplateStep): HTMLElement {
  return element("li", {}, element("code", {}, visibleText(step.text)), " ", outcomeElement(step));
}

const MAX_VALUE_LENGTH = 2000;

function outcomeElement({ outcome }: TemplateStep): HTMLElement {
  switch (outcome.kind) {
    case "value": {
      if (outcome.isSecret)
        return element("span", { class: "outcome" }, "is ", element("code", { class: "value" }, "***"));
      const json = JSON.stringify(outcome.value) ?? "undefined";
      const shown = json.length > MAX_VALUE_LENGTH ? `${json.slice(0, MAX_VALUE_LENGTH)}…` : json;
      return element(
        "span",
        { class: "outcome" },
        "is ",
        element("code", { class: "value" }, visibleText(shown)),
        ` ${typeOf(outcome.value)}`,
      );
    }
    case "skipped":
      return element("span", { class: "outcome said" }, "is not needed");
    case "missing":
      return element(
        "span",
        { class: "outcome" },
        element("b", { class: "verdict undefined" }, "missing"),
        `: ${outcome.reason}`,
      );
    default:
      return element(
        "span",
        { class: "outcome" },
        element("b", { class: "verdict declared-later" }, "error"),
        `: ${outcome.reason}`,
      );
  }
}

function lookOf({ outcome }: TemplateStep): string {
  if (outcome.kind === "value") return "expanded";
  return outcome.kind === "skipped" ? "unknown" : "undefined";
}
