/** The tab for `${NAME}`: a text, its variables, and the text after the expansion in one of the dialects. */

import { parseDotenv } from "../../src/envfile/dotenv.ts";
import { SubstitutionError } from "../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../src/expansion/dialects/substitution.ts";
import { YamlExpansionError, YamlStream } from "../../src/expansion/streams/yaml-stream.ts";
import { Positions } from "../../src/text/position.ts";
import { visibleLines } from "../../src/text/printable.ts";
import { byId, element } from "./dom.ts";
import { type Range, TextEditor } from "./editor.ts";
import { countText, type ShownFinding, showFindings } from "./findings.ts";
import type { SharedSyntax } from "./permalink.ts";
import type { Content, TabView } from "./tab.ts";
import type { Tooltip } from "./tooltip.ts";

export class SubstitutionTab implements TabView {
  private readonly editor: TextEditor;
  private readonly variables: TextEditor;
  private readonly syntax = byId<HTMLSelectElement>("syntax");
  private readonly goTo = (range: Range) => this.editor.select(range);

  constructor(tooltip: Tooltip, onChange: () => void) {
    const options = { tooltip, onChange };
    this.editor = new TextEditor({
      ...options,
      parent: byId("substitution-editor"),
      label: "Text",
      language: "yaml",
    });
    this.variables = new TextEditor({
      ...options,
      parent: byId("variables-editor"),
      label: "Variables",
      language: "env",
    });
    this.syntax.addEventListener("change", onChange);
  }

  get content() {
    const { value } = this.syntax;
    return { text: this.editor.text, context: this.variables.text, syntax: value as SharedSyntax };
  }

  open({ text, context = "", syntax = "compose" }: Content): void {
    this.syntax.value = syntax;
    this.editor.setText(text);
    this.variables.setText(context);
  }

  choose(): void {}

  update(): string {
    const { text, context, syntax } = this.content;
    const { output, findings } = expanded(syntax, text, context);
    const looks = { error: "broken", warning: "finding", note: "finding", broken: "broken" };
    this.editor.mark(findings.map(({ start, end, level }) => ({ start, end, look: looks[level] })));
    showFindings(byId("substitution-findings"), findings, new Positions(text), this.goTo, this.editor);
    byId("substitution-result").replaceChildren(
      output === undefined
        ? element("p", { class: "failure" }, "The text is not expanded, because it has an error.")
        : element("pre", { tabindex: 0, "aria-label": "Result" }, visibleLines(output)),
    );
    return `${output === undefined ? "not expanded" : "expanded"}, ${countText(findings)}`;
  }

  focus(): void {
    this.editor.focus();
  }
}

/** The text after the expansion, or undefined after an error. Only `otel` reads the text as YAML. */
export function expanded(
  syntax: SharedSyntax,
  text: string,
  context: string,
): { readonly output: string | undefined; readonly findings: ShownFinding[] } {
  const substitution = new Substitution(syntax, parseDotenv(context), { strict: false });
  const findings: ShownFinding[] = [];
  const add = (level: ShownFinding["level"], start: number, variable: string, message: string) => {
    const found = variable === "" ? -1 : text.indexOf(variable, start);
    findings.push({ level, start, end: found === -1 ? start + 1 : found + variable.length, message });
  };
  const isStrict = syntax === "flux";
  const unset = (name: string, start: number) =>
    add(isStrict ? "error" : "warning", start, name, `${name} is not set${isStrict ? "" : ", and becomes empty"}`);
  let output = "";
  try {
    if (syntax === "otel") {
      const bytes = new TextEncoder().encode(text);
      const unitsBefore = (offset: number) => new TextDecoder().decode(bytes.subarray(0, offset)).length;
      const stream = new YamlStream(substitution, {
        output: (piece) => (output += new TextDecoder().decode(piece)),
        unresolved: (name, offset) => unset(new TextDecoder().decode(name), unitsBefore(offset)),
      });
      stream.push(bytes);
      try {
        stream.end();
      } catch (error) {
        if (!(error instanceof YamlExpansionError)) throw error;
        for (const { name, offset, problem } of error.refusals) {
          add("error", unitsBefore(offset), name, `${name}: ${problem}`);
        }
      }
    } else {
      output = substitution.expand(text, ({ name, offset }) => unset(name, offset));
    }
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error;
    add("error", error.offset, error.variable, `${error.variable}: ${error.message}`);
  }
  return { output: findings.some(({ level }) => level === "error") ? undefined : output, findings };
}
