import type { Shared } from "./permalink.ts";

/** The settings that all tabs share. */
export interface Choices {
  profile: Shared["profile"];
  world: Shared["world"];
}

/** The text in a tab, and what belongs to it in some tabs. */
export type Content = Pick<Shared, "text" | "context" | "syntax">;

export interface TabView {
  readonly content: Content;
  /** Replaces the content. */
  open(content: Content): void;
  /** Called after a setting changes. */
  choose(): void;
  /** Processes the text again. @returns a short summary of the result */
  update(): string;
  focus(): void;
}
