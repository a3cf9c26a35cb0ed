/** The limits of a project. Exceeding one ends the resolution with a `VariablesError` (`limit`). */
import { VariablesError } from "../variables/error.ts";
import type { CountEntries } from "../variables/merge.ts";

/**
 * Limits of a project (`ProjectOptions.limits`): a few lines of config files cannot use up time or memory. The defaults are
 * far above the needs of projects with hundreds of actions. The `varexpand` command uses the defaults.
 */
export interface ProjectLimits {
  /** Actions, including those from `RenderTemplate` documents. Default: 100,000. */
  readonly actions?: number;
  /** Varfiles that one document names. Default: 1000. */
  readonly varfiles?: number;
  /** UTF-16 units of varfiles, counted each time a document names the file. Default: 67,108,864. */
  readonly varfileText?: number;
  /** Entries of maps that are copied while levels of variables are merged. Default: 8,388,608. */
  readonly mergedEntries?: number;
}

export const DEFAULT_LIMITS: Required<ProjectLimits> = {
  actions: 100_000,
  varfiles: 1000,
  varfileText: 67_108_864,
  mergedEntries: 8_388_608,
};

/** Counts what a project costs. */
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

  /** @param errorOf returns the error at the place of the list */
  checkVarfiles(count: number, errorOf: (reason: string) => VariablesError): void {
    if (count > this.limits.varfiles) throw errorOf(`there are more than ${this.limits.varfiles} varfiles`);
  }

  /** @param errorOf returns the error at the place of the matrix */
  checkCombinations(count: number, errorOf: (reason: string) => VariablesError): void {
    if (count > this.limits.actions) throw errorOf(`there are more than ${this.limits.actions} combinations`);
  }

  countVarfileText(length: number, file: string): void {
    this.varfileText += length;
    if (this.varfileText > this.limits.varfileText) {
      const reason = `the project's varfiles have more than ${this.limits.varfileText} characters in total`;
      throw new VariablesError("limit", reason, { file });
    }
  }

  readonly countEntries: CountEntries = (entries) => {
    this.mergedEntries += entries;
    if (this.mergedEntries > this.limits.mergedEntries) {
      const reason = `merging the project's variables copies more than ${this.limits.mergedEntries} map entries`;
      throw new VariablesError("limit", `${reason}; use fewer variables or fewer levels`);
    }
  };
}
