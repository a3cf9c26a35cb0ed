/**
 * Takes the place of the editor's package of styles: what a shadow tree in a current browser needs of it. There are no
 * rules that begin with `@`; the build leaves those of the editor out.
 */

interface Spec {
  readonly [name: string]: string | number | Spec;
}

let names = 0;

export class StyleModule {
  private readonly sheet = new CSSStyleSheet();

  constructor(spec: Spec, { finish }: { finish(selector: string): string }) {
    const rules = Object.entries(spec).map(([selectors, properties]) => {
      return rule(selectors.split(/, */).map(finish).join(), properties as Spec);
    });
    this.sheet.replaceSync(rules.join(""));
  }

  static newName(): string {
    return `cm-${names++}`;
  }

  /** Styles of later modules win. */
  static mount(root: ShadowRoot, modules: readonly StyleModule[]): void {
    root.adoptedStyleSheets = modules.map(({ sheet }) => sheet);
  }
}

function rule(selectors: string, properties: Spec): string {
  const parts = Object.entries(properties).map(([name, value]) => {
    if (typeof value === "object") return rule(name, value);
    return `${name.replace(/_.*/, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value};`;
  });
  return `${selectors}{${parts.join("")}}`;
}
