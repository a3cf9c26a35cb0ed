/** Markup from templates: every inserted value is escaped, unless it is markup itself. */

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | Markup | undefined | readonly Content[];

/**
 * A template of HTML or SVG. Undefined and empty lists insert nothing. Write attributes in double quotes.
 *
 * @example html`<li title="${name}">${name}</li>`
 */
export function html(markup: TemplateStringsArray, ...contents: Content[]): Markup {
  return new Markup(markup.reduce((text, piece, i) => text + markupOf(contents[i - 1]) + piece));
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function markupOf(content: Content): string {
  if (content === undefined) return "";
  if (content instanceof Markup) return content.text;
  if (typeof content === "object") return content.map(markupOf).join("");
  return String(content).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
