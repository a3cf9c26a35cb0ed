/** Mutants made by hand: each once lived through all tests, and was a real defect. They are part of every run. */

/** Replaces `search`, which must occur exactly once in the file. */
export interface Patch {
  readonly file: string;
  readonly search: string;
  readonly replacement: string;
}

export interface NamedMutant {
  readonly name: string;
  readonly patches: readonly Patch[];
}

export const NAMED: readonly NamedMutant[] = [
  {
    name: "OUTPUT_FULL without room for the rest",
    patches: [
      {
        file: "assembly/substitution/byte-expansion.ts",
        search: "const wanted = <u64>length + <u64>outputRoom(inputEnd - at);",
        replacement: "const wanted = <u64>length;",
      },
    ],
  },
  {
    name: "lookUpShort without the length check",
    patches: [
      {
        file: "assembly/substitution/environment.ts",
        search: "if (v128.any_true(difference) || load<u32>(entry, ENTRY_NAME_LENGTH) !== <u32>nameLength + 1)",
        replacement: "if (v128.any_true(difference))",
      },
    ],
  },
  {
    name: "the hash table may fill up",
    patches: [
      {
        file: "assembly/substitution/environment.ts",
        search: "if (isCrowded(count, slots)) rehash(slots);",
        replacement: "if (count > slots) rehash(slots);",
      },
    ],
  },
  {
    name: "a JSON line's end does not end a name",
    patches: [
      {
        file: "assembly/json/json.ts",
        search: " |\n    matches<u8>(block, splat<u8>(char.LINE_FEED))",
        replacement: "",
      },
    ],
  },
  {
    name: "yaml: a boolean of five letters is plain",
    patches: [
      {
        file: "assembly/yaml/output.ts",
        search: "MAX_WORD_LENGTH: usize = 5",
        replacement: "MAX_WORD_LENGTH: usize = 4",
      },
    ],
  },
  {
    name: "SLACK = 0",
    patches: [{ file: "src/wasm/arena.ts", search: "end + SLACK - byteLength", replacement: "end - byteLength" }],
  },
  {
    name: "isFitForStrings dropped",
    patches: [
      {
        file: "src/expansion/environment.ts",
        search: "if (!this.isFitForStrings) return false;",
        replacement: "",
      },
    ],
  },
  {
    name: "waste is never collected",
    patches: [
      {
        file: "src/wasm/environment.ts",
        search: "this.isWhole = this.replaced <= this.size + WASTE;",
        replacement: "this.isWhole = true;",
      },
    ],
  },
  {
    name: "streams keep the caller's bytes",
    patches: [
      {
        file: "src/expansion/streams/held-input.ts",
        search: "    this.buffer.set(borrowed.subarray(from));\n",
        replacement: "    this.buffer = borrowed.subarray(from) as Uint8Array<ArrayBuffer>;\n",
      },
    ],
  },
  {
    name: "secrets are masked unsorted",
    patches: [
      {
        file: "src/cli/commands/template/project.ts",
        search: ".sort((a, b) => b.length - a.length)",
        replacement: "",
      },
    ],
  },
  {
    name: "a temporary file is left after a failure",
    patches: [
      {
        file: "src/cli/files/temporary-file.ts",
        search: "      rmSync(this.path, { force: true });\n",
        replacement: "",
      },
    ],
  },
  {
    name: "a table counts as made before it is",
    patches: [
      {
        file: "src/wasm/environment.ts",
        search: "    this.source.fill(this);\n",
        replacement: "    this.placedIn = generation;\n    this.isWhole = true;\n    this.source.fill(this);\n",
      },
    ],
  },
];

/**
 * The files that a named mutant changes, with their new texts.
 *
 * @throws Error if the patch does not apply to the source
 */
export function patched({ name, patches }: NamedMutant, read: (file: string) => string): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { file, search, replacement } of patches) {
    const text = changed.get(file) ?? read(file);
    const pieces = text.split(search);
    if (pieces.length !== 2) {
      throw new Error(
        `named mutant "${name}": ${file} has its search text ${pieces.length - 1} times, not once: ` +
          "write the patch anew in test/mutants/named.ts",
      );
    }
    changed.set(file, pieces.join(replacement));
  }
  return changed;
}
