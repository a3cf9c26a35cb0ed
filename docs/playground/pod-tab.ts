/** The tab for manifests. The text is a file in a workspace of the language server, which provides the results. */

import { SkippedObjects } from "../../src/kubernetes/cluster/objects.ts";
import { ManifestView } from "../../src/lsp/manifests/manifest-view.ts";
import { defaultSettings } from "../../src/lsp/settings.ts";
import type { TextView } from "../../src/lsp/view.ts";
import { Workspace } from "../../src/lsp/workspace.ts";
import { Positions } from "../../src/text/position.ts";
import { byId, element } from "./dom.ts";
import { type Mark, type Range, TextEditor } from "./editor.ts";
import { countText, type ShownFinding, showFindings } from "./findings.ts";
import { podElements } from "./pod-result.ts";
import { symbolElement } from "./pod-text.ts";
import type { Choices, TabView } from "./tab.ts";
import type { Tooltip } from "./tooltip.ts";

const NAME = "manifest.yaml";

export class PodTab implements TabView {
  private readonly editor: TextEditor;
  private readonly workspace: Workspace;
  private view: TextView | undefined;
  private lines = new Positions("");
  private readonly goTo = (range: Range) => this.editor.select(range);

  constructor(tooltip: Tooltip, choices: Choices, onChange: () => void) {
    this.workspace = new Workspace({
      settingsOf: (file) => ({ ...defaultSettings(file), profile: choices.profile, world: choices.world }),
    });
    this.editor = new TextEditor({
      parent: byId("pod-editor"),
      label: "Manifests",
      language: "yaml",
      tooltip,
      onChange,
      onCursor: () => this.showCursor(),
      describe: (offset) => {
        const symbol = this.view?.symbolAt(offset);
        return symbol && { range: symbol, content: symbolElement(symbol, this.editor.text, this.lines, this.goTo) };
      },
      definitionOf: (offset) => this.definitionOf(offset),
    });
  }

  get content() {
    return { text: this.editor.text };
  }

  open({ text }: { readonly text: string }): void {
    // The previous text's results do not apply to another text.
    this.workspace.delete(NAME);
    this.editor.setText(text);
  }

  choose(): void {
    this.workspace.reset();
  }

  update(): string {
    const { text } = this.editor;
    this.workspace.set(NAME, text);
    const view = this.workspace.view(NAME)!;
    this.view = view;
    this.lines = new Positions(text);
    const { findings, problems, uses } = view;
    const broken: readonly ShownFinding[] = problems.map((problem) => ({ ...problem, level: "broken" }));
    const shown = findings.map(({ finding: { message, rule, severity }, fix, start, end }): ShownFinding => {
      return { start, end, level: severity, message, rule, ...(fix && { fix }) };
    });
    const all = [...broken, ...shown.sort((a, b) => a.start - b.start)];
    const covered = new Set(uses.map(({ start }) => start));
    const marks: Mark[] = [
      ...uses.map(({ start, end, verdict }) => ({ start, end, look: verdict })),
      ...shown.filter(({ start }) => !covered.has(start)).map(({ start, end }) => ({ start, end, look: "finding" })),
      ...broken.map(({ start, end }) => ({ start, end, look: "broken" })),
    ];
    this.editor.mark(marks);
    showFindings(byId("pod-findings"), all, this.lines, this.goTo, this.editor);
    const pods = view instanceof ManifestView ? view.pods : [];
    const result = podElements(pods, { lines: this.lines, goTo: this.goTo });
    if (result.length === 0) result.push(element("p", { class: "none" }, noPods(text, broken.length > 0)));
    const skipped = new SkippedObjects();
    if (view instanceof ManifestView) for (const object of view.skipped) skipped.add(object);
    for (const line of skipped.lines()) result.push(element("p", { class: "none" }, line));
    byId("pod-former").hidden = broken.length === 0 || pods.length === 0;
    byId("pod-result").replaceChildren(...result);
    this.showCursor();
    const containers = pods.reduce((sum, { seen }) => sum + seen.trace.containers.length, 0);
    return `${containers} ${containers === 1 ? "container" : "containers"}, ${countText(all)}`;
  }

  focus(): void {
    this.editor.focus();
  }

  private definitionOf(offset: number): Range | undefined {
    const symbol = this.view?.symbolAt(offset);
    if (symbol?.use === undefined) {
      // From an entry to the source of its value.
      return symbol?.definitions[0]?.source;
    }
    const { definitions, use } = symbol;
    return definitions[0]?.entry ?? definitions[0]?.source ?? use.declaration;
  }

  private showCursor(): void {
    const area = byId("pod-cursor");
    const symbol = this.view?.symbolAt(this.editor.cursor);
    area.hidden = symbol === undefined;
    area.replaceChildren(
      ...(symbol === undefined ? [] : [symbolElement(symbol, this.editor.text, this.lines, this.goTo)]),
    );
  }
}

function noPods(text: string, isBroken: boolean): string {
  if (text.trim() === "")
    return "Type or paste manifests of Pods, Deployments, Jobs, and so on, with the ConfigMaps, Secrets, and Services that they refer to.";
  return isBroken ? "The text cannot be parsed." : "This text does not contain a pod.";
}
