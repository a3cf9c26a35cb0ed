/** Variables compiled for short strings: names as UTF-16 units, values by their numbers. */
import { END, KEEP, NAME, REFERENCE_WORDS, REPORT } from "../wasm/codes.ts";
import { EnvironmentTable } from "../wasm/environment.ts";
import { scanReferences } from "../wasm/string-references.ts";

export class CompiledUnits {
  /** Where each variable's value is in `values`. */
  private readonly numbers = new Map<string, number>();
  private readonly values: string[] = [];
  private readonly table: EnvironmentTable;

  constructor(variables: ReadonlyMap<string, string>) {
    const { numbers, values } = this;
    for (const [name, value] of variables) numbers.set(name, values.push(value) - 1);
    this.table = new EnvironmentTable({
      count: () => numbers.size,
      fill: (table) => {
        for (const [name, number] of numbers) table.set(name, number);
      },
    });
  }

  /** Sets a variable here, too. */
  update(name: string, value: string): void {
    const number = this.numbers.get(name);
    if (number !== undefined) {
      this.values[number] = value;
      return;
    }
    this.numbers.set(name, this.values.length);
    this.table.update(name, this.values.length, false);
    this.values.push(value);
  }

  /** Expands a string of at most `scannedUnits()` units from its first `$` on, which stands at `first`. */
  expand(input: string, first: number, unresolved: string[] | undefined): string {
    const { values } = this;
    let output = input.substring(0, first);
    const records = scanReferences(this.table, input, first, unresolved === undefined ? KEEP : REPORT);
    for (let i = 0; ; i += REFERENCE_WORDS) {
      const start = records[i]!;
      const end = records[i + 1]!;
      const value = records[i + 2]!;
      if (start < end) output += input.substring(start, end);
      if (value >= 0) {
        output += values[value];
      } else if (value === END) {
        return output;
      } else if (value === NAME) {
        // The next literal begins behind the `)`.
        const name = input.substring(end + 2, records[i + REFERENCE_WORDS]! - 1);
        unresolved!.push(name);
        output += `$(${name})`;
      }
    }
  }
}
