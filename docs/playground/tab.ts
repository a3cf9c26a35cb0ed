import type { Shared } from "./permalink.ts";

/** What can be chosen for all tabs. */
export interface Choices {
  profile: Shared["profile"];
  world: Shared["world"];
}

/** What a tab shows, without how. */
export type Content = Pick<Shared, "text" | "context">;

export interface TabView {
  readonly content: Content;
  /** Shows something else. */
  open(content: Content): void;
  /** Another choice has been made. */
  choose(): void;
  /** Looks at the text again. @returns what has come out, in a few words */
  update(): string;
  focus(): void;
}
