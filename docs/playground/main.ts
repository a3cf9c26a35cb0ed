/** The playground: four tabs, each with a text and its result. */
import { byId, element } from "./dom.ts";
import { EnvFileTab } from "./envfile-tab.ts";
import { EXAMPLES, type Example } from "./examples.ts";
import { fragmentOf, LinkError, readFragment, type Shared, TABS, type Tab } from "./permalink.ts";
import { PodTab } from "./pod-tab.ts";
import { secretsIn } from "./secrets-in-text.ts";
import { SubstitutionTab } from "./substitution-tab.ts";
import type { Choices, TabView } from "./tab.ts";
import { TemplateTab } from "./template-tab.ts";
import { followTheme } from "./theme.ts";
import { Tooltip } from "./tooltip.ts";

/** An update that took longer than this, in milliseconds, delays the next one by the same time. */
const SLOW = 40;
/** The longest such delay. */
const MAX_PAUSE_LENGTH = 300;

const DEFAULTS: Choices = { profile: "design", world: "open" };

const HINTS = {
  open: "Names that the text does not define can exist in the cluster: they are unknown, and are not reported.",
  closed: "Names that the text does not define do not exist, and are reported.",
};

const examplesOf = (tab: Tab) => EXAMPLES.filter((example) => example.tab === tab);

class Playground {
  private readonly choices: Choices = { ...DEFAULTS };
  private readonly tabs: Readonly<Record<Tab, TabView>>;
  /** The example that each tab shows; "" for the user's own text. */
  private readonly opened = new Map<Tab, string>();
  private tab: Tab = "pod";
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private took = 0;

  constructor() {
    const tooltip = new Tooltip();
    const onChange = () => this.updateSoon();
    this.tabs = {
      pod: new PodTab(tooltip, this.choices, onChange),
      envfile: new EnvFileTab(tooltip, this.choices, onChange),
      substitution: new SubstitutionTab(tooltip, onChange),
      template: new TemplateTab(tooltip, onChange),
    };
    for (const tab of TABS) {
      const button = byId(`tab-${tab}`);
      button.addEventListener("click", () => this.choose(tab));
      button.addEventListener("keydown", (event) => this.moveTab(event, tab));
    }
    byId("example").addEventListener("change", ({ target }) => this.openExample((target as HTMLSelectElement).value));
    for (const name of ["profile", "world"] as const) {
      byId<HTMLSelectElement>(name).addEventListener("change", ({ target }) => {
        this.setChoices({ ...this.choices, [name]: (target as HTMLSelectElement).value });
        this.update();
      });
    }
    byId("reset").addEventListener("click", () => {
      this.setChoices(DEFAULTS);
      this.openExample(this.opened.get(this.tab) || examplesOf(this.tab)[0]!.id);
    });
    byId("share").addEventListener("click", () => void this.share());
    addEventListener("hashchange", () => void this.openLink());
  }

  /** Shows the text in the address, or the first example. */
  async start(): Promise<void> {
    this.setChoices(DEFAULTS);
    if (!(await this.openLink())) this.choose("pod");
  }

  private setChoices({ profile, world }: Choices): void {
    Object.assign(this.choices, { profile, world });
    byId<HTMLSelectElement>("profile").value = profile;
    byId<HTMLSelectElement>("world").value = world;
    byId("pod-hint").textContent = HINTS[world];
    for (const tab of TABS) this.tabs[tab].choose();
  }

  private choose(tab: Tab): void {
    this.tab = tab;
    for (const each of TABS) {
      const button = byId(`tab-${each}`);
      button.setAttribute("aria-selected", `${each === tab}`);
      button.tabIndex = each === tab ? 0 : -1;
      byId(`panel-${each}`).hidden = each !== tab;
    }
    byId("choice-profile").hidden = tab !== "pod" && tab !== "envfile";
    byId("choice-syntax").hidden = tab !== "substitution";
    byId("choice-world").hidden = tab !== "pod";
    const examples = examplesOf(tab);
    byId("example").replaceChildren(
      element("option", { value: "" }, "choose…"),
      ...examples.map(({ id, title }) => element("option", { value: id }, title)),
    );
    const id = this.opened.get(tab);
    byId<HTMLSelectElement>("example").value = id ?? "";
    if (id === undefined) this.openExample(examples[0]!.id);
    else this.update();
  }

  private moveTab(event: KeyboardEvent, tab: Tab): void {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -TABS.indexOf(tab), End: TABS.length - 1 - TABS.indexOf(tab) }[
      event.key
    ];
    if (step === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]!;
    this.choose(next);
    byId(`tab-${next}`).focus();
  }

  private openExample(id: string): void {
    const example = EXAMPLES.find((each: Example) => each.id === id);
    if (example === undefined) return;
    this.opened.set(example.tab, id);
    this.tabs[example.tab].open(example);
    byId<HTMLSelectElement>("example").value = id;
    this.update();
  }

  private updateSoon(): void {
    if (!this.opened.has(this.tab)) return;
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    byId("main").setAttribute("aria-busy", "true");
    if (this.took > SLOW) this.timer = setTimeout(() => this.update(), Math.min(this.took, MAX_PAUSE_LENGTH));
    else this.frame = requestAnimationFrame(() => this.update());
  }

  /** Processes the text again. If that fails, the page keeps the previous result. */
  private update(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    const start = performance.now();
    try {
      this.showStatus(this.tabs[this.tab].update());
    } catch (error) {
      this.showStatus(`Internal error in the playground: ${error instanceof Error ? error.message : error}`);
    }
    this.took = performance.now() - start;
    byId("main").removeAttribute("aria-busy");
  }

  private showStatus(text: string): void {
    byId("status").textContent = text;
  }

  private async openLink(): Promise<boolean> {
    let shared: Shared | undefined;
    try {
      shared = await readFragment(location.hash.slice(1));
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.choose(this.tab);
      this.showStatus(`The link cannot be opened: ${error.message}.`);
      return true;
    }
    if (shared === undefined) return false;
    const { profile, tab, world, ...content } = shared;
    this.setChoices({ profile, world });
    this.opened.set(tab, "");
    this.tabs[tab].open(content);
    this.choose(tab);
    return true;
  }

  private async share(): Promise<void> {
    const shared: Shared = { tab: this.tab, ...this.choices, ...this.tabs[this.tab].content };
    const secrets = this.isUnchanged(shared) ? [] : secretsIn(shared);
    if (secrets.length > 0 && !(await this.agreesTo(secrets))) return;
    let link: string;
    try {
      link = `${location.href.split("#", 1)[0]}#${await fragmentOf(shared)}`;
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.showStatus(`Cannot create a link: ${error.message}.`);
      return;
    }
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      this.showStatus("Link copied.");
    } catch {
      const field = byId<HTMLInputElement>("link-text");
      field.value = link;
      byId<HTMLDialogElement>("link").showModal();
      field.select();
    }
  }

  /** Whether the text is that of an example, which is public. */
  private isUnchanged({ text, context = "" }: Shared): boolean {
    return examplesOf(this.tab).some((example) => example.text === text && (example.context ?? "") === context);
  }

  private agreesTo(secrets: readonly string[]): Promise<boolean> {
    const dialog = byId<HTMLDialogElement>("secret");
    byId("secret-names").replaceChildren(...secrets.map((name) => element("li", {}, name)));
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "copy"), { once: true });
    });
  }
}

followTheme();
await new Playground().start();
