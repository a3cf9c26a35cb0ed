/** The tab for env files: compares how each reader interprets the text. */

import type { Comparison } from "../../src/envfile/readers/compare.ts";
import { comparedAlone } from "../../src/lint/rules/envfile/judge.ts";
import { defaultSettings } from "../../src/lsp/settings.ts";
import { Workspace } from "../../src/lsp/workspace.ts";
import { Positions } from "../../src/text/position.ts";
import { visibleText } from "../../src/text/printable.ts";
import { byId, element } from "./dom.ts";
import { type Range, TextEditor } from "./editor.ts";
import { countText, type ShownFinding, showFindings } from "./findings.ts";
import { valueElement } from "./pod-text.ts";
import type { Choices, Content, TabView } from "./tab.ts";
import type { Tooltip } from "./tooltip.ts";

const NAME = "playground.env";

export class EnvFileTab implements TabView {
  private readonly editor: TextEditor;
  private readonly workspace: Workspace;
  private readonly goTo = (range: Range) => this.editor.select(range);

  constructor(tooltip: Tooltip, choices: Choices, onChange: () => void) {
    this.workspace = new Workspace({
      settingsOf: (file) => ({ ...defaultSettings(file), profile: choices.profile }),
    });
    this.editor = new TextEditor({
      parent: byId("envfile-editor"),
      label: "Env file",
      language: "env",
      tooltip,
      onChange,
    });
  }

  get content() {
    return { text: this.editor.text };
  }

  open({ text }: Content): void {
    this.editor.setText(text);
  }

  choose(): void {
    this.workspace.reset();
  }

  update(): string {
    const { text } = this.editor;
    this.workspace.set(NAME, text);
    const { findings } = this.workspace.view(NAME)!;
    const shown = findings.map(({ finding: { message, rule, severity }, start, end }): ShownFinding => {
      return { start, end, level: severity, message, rule };
    });
    const lines = new Positions(text);
    const looks = { error: "broken", warning: "finding", note: "finding", broken: "broken" };
    this.editor.mark(shown.map(({ start, end, level }) => ({ start, end, look: looks[level] })));
    showFindings(byId("envfile-findings"), shown, lines, this.goTo, this.editor);
    const comparison = comparedAlone(new TextEncoder().encode(text));
    byId("envfile-result").replaceChildren(...comparisonElements(comparison));
    return `${comparison.differences.size} differences, ${countText(shown)}`;
  }

  focus(): void {
    this.editor.focus();
  }
}

/** Marks for different values in a row, in order of appearance. */
const LETTERS = "ABCDEFGH";

function comparisonElements({ readers, differences, agreed }: Comparison): HTMLElement[] {
  const taking = readers.filter(({ variables }) => variables !== undefined);
  const others = readers.filter(({ variables }) => variables === undefined);
  const names = [...new Set(taking.flatMap(({ variables }) => [...variables!.keys()]))];
  const summary =
    names.length === 0
      ? "No variables."
      : `${taking.length} readers agree on ${agreed} of ${names.length} ${names.length === 1 ? "variable" : "variables"}.`;
  const parts: HTMLElement[] = [element("p", { class: "summary" }, summary)];
  if (others.length > 0) {
    const items = others.map(({ title, refusal, refused }) =>
      element("li", {}, element("b", { class: refused && "refuses" }, title), ` ${visibleText(refusal!)}`),
    );
    parts.push(element("ul", { class: "refusals" }, ...items));
  }
  if (names.length === 0) return parts;
  const head = taking.map(({ title }) => element("th", { scope: "col" }, title));
  const rows = names.map((name) => {
    const groups = [...(differences.get(name)?.values() ?? [])];
    const cells = taking.map((reader) => {
      const group = groups.findIndex((each) => each.includes(reader));
      const value = reader.variables!.get(name);
      const shown = value === undefined ? element("i", { class: "said" }, "not set") : valueElement(value);
      if (group === -1) return element("td", {}, shown);
      return element("td", { class: `reading reading-${group}` }, element("sup", {}, LETTERS[group]), shown);
    });
    const isDifferent = groups.length > 0;
    const mark = isDifferent && element("span", { class: "differs" }, "differs");
    return element(
      "tr",
      { class: isDifferent ? "different" : undefined },
      element("th", { scope: "row" }, element("code", {}, visibleText(name)), mark),
      ...cells,
    );
  });
  const table = element(
    "table",
    { class: "readings" },
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Variable"), ...head)),
    element("tbody", {}, ...rows),
  );
  if (differences.size > 0)
    parts.push(element("p", { class: "summary" }, "In each row, equal letters mean equal values."));
  parts.push(
    element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Readings of the env file" }, table),
  );
  return parts;
}
