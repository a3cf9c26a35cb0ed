/** The tooltip for the symbol at the mouse pointer. The area below the editor shows the same for the text cursor. */

import { element } from "./dom.ts";

interface Described {
  /** The position of the symbol on the screen. */
  readonly box: DOMRect;
  readonly content: Node;
}

const DELAY = 250;
const GAP = 4;

export class Tooltip {
  private readonly box = element("div", { class: "tooltip", role: "tooltip", hidden: true });
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.body.append(this.box);
    this.box.addEventListener("mouseenter", () => clearTimeout(this.timer));
    this.box.addEventListener("mouseleave", () => this.hideSoon());
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.hide();
    });
    addEventListener("scroll", () => this.hide(), true);
  }

  /** Calls `describe` when the mouse pointer stops moving, and shows the result. */
  watch(area: HTMLElement, describe: (event: MouseEvent) => Described | undefined): void {
    area.addEventListener("mousemove", (event) => {
      if (event.buttons !== 0) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        const found = describe(event);
        if (found === undefined) this.hide();
        else this.show(found);
      }, DELAY);
    });
    area.addEventListener("mouseleave", () => this.hideSoon());
    area.addEventListener("mousedown", () => this.hide());
  }

  hide(): void {
    clearTimeout(this.timer);
    this.box.hidden = true;
  }

  private hideSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), DELAY);
  }

  private show({ box, content }: Described): void {
    const { box: tip } = this;
    tip.replaceChildren(content);
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(box.left, innerWidth - width - GAP));
    const isBelow = box.top - height - GAP < 0;
    tip.style.left = `${left}px`;
    tip.style.top = `${isBelow ? box.bottom + GAP : box.top - height - GAP}px`;
  }
}
