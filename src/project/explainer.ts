/** Explanations of a project's variables, all from one resolution of it. */
import { keyPath } from "../template/context/missing-key.ts";
import {
  type Explanation,
  keysOf,
  memberOf,
  originsOf,
  overriding,
  type Said,
  saysSomething,
  type Told,
} from "./explanation.ts";
import { addTo, LevelIndex } from "./level-index.ts";
import { isComplete } from "./resolution.ts";
import type { Scope, ScopedLevel } from "./scope.ts";
import type { Scopes, SecretFinder } from "./secret-finder.ts";
import type { Sources } from "./sources.ts";

/** What `Explainer` is made of. */
export interface ExplainedProject {
  /** The environment's scope first, then those of the actions. */
  readonly scopes: Scopes;
  readonly sources: Sources;
  readonly overrides: Readonly<Record<string, string>>;
  /** Undefined where there are no secrets. */
  readonly secretFinder: SecretFinder | undefined;
}

export class Explainer {
  private readonly project: ExplainedProject;
  /** The environment's document. */
  private readonly environment: string;
  /** What the own levels of each document say something about: those of an action lie above the environment's. */
  private readonly ownLevels = new Map<string, LevelIndex>();
  /** The actions whose own levels say something about a variable, by its first key. */
  private readonly actions = new Map<string, string[]>();
  /** The actions of which only their values tell what they say something about. */
  private readonly openActions: string[] = [];
  private readonly order = new Map<string, number>();

  constructor(project: ExplainedProject) {
    this.project = project;
    const [environment, ...actions] = project.scopes.keys();
    this.environment = environment!;
    const { levels } = this.scopeOf(this.environment);
    this.ownLevels.set(this.environment, new LevelIndex(levels, 0));
    for (const action of actions) {
      this.order.set(action, this.order.size);
      const own = new LevelIndex(this.scopeOf(action).levels, levels.length);
      this.ownLevels.set(action, own);
      if (own.isOpen) this.openActions.push(action);
      else for (const key of own.keys) addTo(this.actions, key, action);
    }
  }

  /**
   * Where a variable has its value from: in the environment, and in each action that says something about it itself.
   *
   * @throws VariablesError, TemplateError
   */
  explain(variable: string): Explanation[] {
    const keys = keysOf(variable, this.scopeOf(this.environment));
    const override = overriding(this.project.overrides, keys);
    const told = new Map<ScopedLevel, Said | undefined>();
    const actions = [...(this.actions.get(keys[0]!) ?? []), ...this.openActions];
    actions.sort((a, b) => this.order.get(a)! - this.order.get(b)!);
    return [
      this.explainIn(this.environment, keys, override, told),
      ...actions
        .filter((action) => this.saysSomethingItself(action, keys, told))
        .map((action) => this.explainIn(action, keys, override, told)),
    ];
  }

  private explainIn(
    document: string,
    keys: readonly string[],
    override: unknown,
    told: Map<ScopedLevel, Said | undefined>,
  ): Explanation {
    const ownLevels = this.ownLevelsWith(document, keys);
    const levels =
      document === this.environment ? ownLevels : [...this.ownLevelsWith(this.environment, keys), ...ownLevels];
    const origins = originsOf(levels, (level) => this.said(document, level, keys, told), override);
    return {
      document,
      variable: keyPath(["var", ...keys]),
      ...this.tell(document, ({ values }) => values, keys),
      origins,
    };
  }

  private saysSomethingItself(
    action: string,
    keys: readonly string[],
    told: Map<ScopedLevel, Said | undefined>,
  ): boolean {
    return this.ownLevelsWith(action, keys).some((level) => this.said(action, level, keys, told) !== undefined);
  }

  /** What a level of a document says; all documents that see it are told the same. */
  private said(
    document: string,
    index: number,
    keys: readonly string[],
    told: Map<ScopedLevel, Said | undefined>,
  ): Said | undefined {
    const level = this.scopeOf(document).levels[index]!;
    if (!told.has(level)) {
      const value = this.tell(document, ({ levels }) => levels[index]!.tree, keys);
      const place = () => this.project.sources.placeAt([...level.path, ...keys]);
      told.set(level, saysSomething(value) ? { level: level.name, place: place(), ...value } : undefined);
    }
    return told.get(level);
  }

  /** The value of a variable in a part of what a document sees, as far as it may be told. */
  private tell(document: string, partOf: (scope: Scope) => unknown, keys: readonly string[]): Told {
    const { secretFinder } = this.project;
    const value = memberOf(partOf(this.scopeOf(document)), keys);
    const isLate = !isComplete(value);
    const isSecret = secretFinder?.dependsOnSecret(document, partOf, keys) ?? false;
    return { value: isLate || isSecret ? undefined : value, isLate, isSecret };
  }

  private ownLevelsWith(document: string, keys: readonly string[]): number[] {
    return this.ownLevels.get(document)!.levelsWith(keys[0]!);
  }

  private scopeOf(document: string): Scope {
    return this.project.scopes.get(document)!;
  }
}
