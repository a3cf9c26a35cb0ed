/** The variables that `varexpand expand --placeholders` replaces with placeholders. */
import type { Placeholders } from "../../../kubernetes/flux/index.ts";
import { printable } from "../../../text/printable.ts";
import { formatCount } from "../../files/skipped-files.ts";
import { mergedVariables } from "../../variables/environment.ts";

/** The most names in a message. */
const SHOWN = 5;

export class UsedPlaceholders implements Placeholders {
  private readonly variables: ReadonlyMap<string, string>;
  private readonly names = new Set<string>();

  constructor(contexts: readonly ReadonlyMap<string, string>[]) {
    this.variables = mergedVariables(contexts);
  }

  valueOf = (name: string): string | undefined => this.variables.get(name);

  onUnknown = (name: string): void => {
    this.names.add(name);
  };

  /** Undefined if all variables are set. */
  get message(): string | undefined {
    const { size } = this.names;
    if (size === 0) return undefined;
    const names = [...this.names]
      .slice(0, SHOWN)
      .map((name) => printable(name))
      .join(", ");
    const more = size > SHOWN ? `, and ${size - SHOWN} more` : "";
    return `placeholders for ${formatCount(size, "variable that is", "variables that are")} not set: ${names}${more}`;
  }
}
