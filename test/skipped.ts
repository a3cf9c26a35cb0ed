/** A reporter: after the run, it lists the skipped tests, and the missing programs that are the reason for most. */
import type { UserConsoleLog } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

export class SkippedTests implements Reporter {
  private readonly missing = new Set<string>();

  onUserConsoleLog({ content }: UserConsoleLog): void {
    const [, name] = /^not installed: (.*)/.exec(content) ?? [];
    if (name !== undefined) this.missing.add(name);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      const skipped = [...module.children.allTests("skipped")];
      const titles = new Set(skipped.map(({ name, parent }) => (parent.type === "suite" ? parent.fullName : name)));
      if (titles.size > 0) console.log(`skipped: ${module.relativeModuleId}: ${[...titles].join("; ")}`);
    }
    if (this.missing.size > 0) console.log(`not installed: ${[...this.missing].sort().join(", ")}`);
  }
}
