/** A reporter that lists the skipped tests after the run, and the missing programs that most of them need. */
import type { UserConsoleLog } from "vitest";
import type { Reporter, TestModule, Vitest } from "vitest/node";

export class SkippedTests implements Reporter {
  private readonly missing = new Set<string>();
  /** With `-t`, most tests are skipped. */
  private isFiltered = false;

  onInit({ config }: Vitest): void {
    this.isFiltered = config.testNamePattern !== undefined;
  }

  onUserConsoleLog({ content }: UserConsoleLog): void {
    const [, name] = /^not installed: (.*)/.exec(content) ?? [];
    if (name !== undefined) this.missing.add(name);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of this.isFiltered ? [] : modules) {
      const skipped = [...module.children.allTests("skipped")];
      const titles = new Set(skipped.map(({ name, parent }) => (parent.type === "suite" ? parent.fullName : name)));
      if (titles.size > 0) console.log(`skipped: ${module.relativeModuleId}: ${[...titles].join("; ")}`);
    }
    if (this.missing.size > 0) console.log(`not installed: ${[...this.missing].sort().join(", ")}`);
  }
}
