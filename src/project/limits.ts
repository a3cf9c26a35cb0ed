/** The limits of a project. Beyond one of them, resolving ends with a `VariablesError` (`limit`). */
import { VariablesError } from "../variables/error.ts";
import type { CountEntries } from "../variables/merge.ts";

/**
 * Limits of a project (`ProjectOptions.limits`): a few lines of config files cannot use up time or memory. The defaults are
 * far above the needs of projects with hundreds of actions. The `varexpand` command uses the defaults.
 */
export interface ProjectLimits {
  /** Actions, those included that `RenderTemplate` documents make: 100,000 by default. */
  readonly actions?: number;
  /** Varfiles that one document names: 1000 by default. */
  readonly varfiles?: number;
  /** UTF-16 units of varfiles, each counted as often as a document names it: 67,108,864 by default. */
  readonly varfileText?: number;
  /** Entries of maps that are copied to lay levels of variables over each other: 8,388,608 by default. */
  readonly mergedEntries?: number;
}

export const DEFAULT_LIMITS: Required<ProjectLimits> = {
  actions: 100_000,
  varfiles: 1000,
  varfileText: 67_108_864,
  mergedEntries: 8_388_608,
};

/** Counts what a project costs, up to its limits. */
export class ProjectBudget {
  private readonly limits: Required<ProjectLimits>;
  private actions = 0;
  private varfileText = 0;
  private mergedEntries = 0;

  constructor(limits: ProjectLimits = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
  }

  countAction(): void {
    this.actions++;
    if (this.actions > this.limits.actions) {
      throw new VariablesError("limit", `the project has more than ${this.limits.actions} actions`);
    }
  }

  /** @param wrong makes the error, with the place of the list */
  checkVarfiles(count: number, wrong: (reason: string) => VariablesError): void {
    if (count > this.limits.varfiles) throw wrong(`there are more than ${this.limits.varfiles} varfiles`);
  }

  /** @param wrong makes the error, with the place of the matrix */
  checkCombinations(count: number, wrong: (reason: string) => VariablesError): void {
    if (count > this.limits.actions) throw wrong(`there are more than ${this.limits.actions} combinations`);
  }

  countVarfileText(length: number, file: string): void {
    this.varfileText += length;
    if (this.varfileText > this.limits.varfileText) {
      const reason = `the project's varfiles have more than ${this.limits.varfileText} characters together`;
      throw new VariablesError("limit", reason, { file });
    }
  }

  readonly countEntries: CountEntries = (entries) => {
    this.mergedEntries += entries;
    if (this.mergedEntries > this.limits.mergedEntries) {
      const reason = `to merge the project's variables copies more than ${this.limits.mergedEntries} entries of maps`;
      throw new VariablesError("limit", `${reason}: there are too many variables, or too many levels of them`);
    }
  };
}
