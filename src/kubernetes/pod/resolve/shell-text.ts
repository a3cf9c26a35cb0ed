/** Finds the texts in a container's commands that a shell reads, in which `$(date)` and `$X` belong to the shell. */

import { getOrAdd } from "../../../text/grouped.ts";
import { getOwn } from "../../../text/own-keys.ts";
import type { Container } from "../objects.ts";
import type { ManifestPath } from "../types.ts";

const SHELLS = /* @__PURE__ */ new Set(["sh", "bash", "ash", "dash", "zsh", "ksh", "mksh", "rbash", "fish"]);

/** Options of shells with a value in the next word. */
const VALUED_LONG: readonly string[] = ["--rcfile", "--init-file"];

/** The arguments of a program that runs another program. */
interface Wrapper {
  /** Options with a value in the next word. */
  readonly valued?: readonly string[];
  /** The number of words between the options and the program that it runs. */
  readonly operands?: number;
  /** `NAME=value` can precede the program. */
  readonly assigns?: true;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  busybox: {},
  catatonit: {},
  chroot: { operands: 1 },
  command: {},
  "dumb-init": { valued: ["-r", "--rewrite"] },
  env: { valued: ["-u", "--unset", "-C", "--chdir"], assigns: true },
  exec: { valued: ["-a"] },
  gosu: { operands: 1 },
  ionice: { valued: ["-c", "--class", "-n", "--classdata"] },
  nice: { valued: ["-n", "--adjustment"] },
  nohup: {},
  nsenter: { valued: ["-t", "--target", "-S", "--setuid", "-G", "--setgid"] },
  setsid: {},
  stdbuf: { valued: ["-i", "--input", "-o", "--output", "-e", "--error"] },
  "su-exec": { operands: 1 },
  sudo: { valued: ["-u", "--user", "-g", "--group"], assigns: true },
  time: {},
  timeout: { valued: ["-s", "--signal", "-k", "--kill-after"], operands: 1 },
  tini: { valued: ["-p", "-e"] },
  "tini-static": { valued: ["-p", "-e"] },
};

export class ShellTexts {
  private readonly container: Container;
  /** The script's indexes in `command` and `args` as one list. */
  private main: ReadonlySet<number> | undefined;
  private ofCommands: Map<readonly string[], ReadonlySet<number>> | undefined;

  constructor(container: Container) {
    this.container = container;
  }

  /** @param path of a text in the container: `["args", 1]`, `["livenessProbe", "exec", "command", 2]` */
  has(path: ManifestPath): boolean {
    const index = path.at(-1);
    if (typeof index !== "number") return false;
    const { command = [], args = [] } = this.container;
    if (path.length === 2 && (path[0] === "command" || path[0] === "args")) {
      this.main ??= textsOfMain(command, args);
      return this.main.has(path[0] === "command" ? index : command.length + index);
    }
    const words = execCommandAt(this.container, path);
    if (words === undefined) return false;
    this.ofCommands ??= new Map();
    return getOrAdd(this.ofCommands, words, () => shellTexts(words)).has(index);
  }
}

/** The command of a probe or hook that contains the word at a path. */
function execCommandAt(container: Container, path: ManifestPath): readonly string[] | undefined {
  const words = path.slice(0, -1);
  if (words.at(-1) !== "command" || words.at(-2) !== "exec") return undefined;
  const { lifecycle } = container;
  const [first, second] = words;
  const handler = first === "lifecycle" ? lifecycle?.[second as "preStop"] : container[first as "livenessProbe"];
  return handler?.exec?.command;
}

function textsOfMain(command: readonly string[], args: readonly string[]): ReadonlySet<number> {
  const texts = shellTexts(command.concat(args));
  if (texts.size > 0 || args.length === 0) return texts;
  // The image, or its script, probably runs the arguments as a command.
  if (command.length > 0 && !isEntryPoint(command.at(-1)!)) return texts;
  const ofArgs = command.length > 0 ? shellTexts(args) : textsOfUnknownShell(args);
  return new Set([...ofArgs].map((index) => command.length + index));
}

function isEntryPoint(program: string): boolean {
  return /\.sh$|entry-?point/i.test(program.slice(program.lastIndexOf("/") + 1));
}

/** With `-c` and a text of several words, the image's entry point is probably a shell. */
function textsOfUnknownShell(args: readonly string[]): ReadonlySet<number> {
  const { isCommand, next } = shellOptions(args, 0);
  return new Set(isCommand && /\s/.test(args[next]?.trim() ?? "") ? [next] : []);
}

/** The indexes of the words that a shell reads as its script. */
export function shellTexts(words: readonly string[]): ReadonlySet<number> {
  const scripts: number[] = [];
  for (const [i, word] of words.entries()) {
    if ((word.startsWith("#!") && SCRIPT.test(word)) || SHELL_CALL.test(word)) scripts.push(i);
  }
  for (let at = 0; at < words.length; ) {
    const name = programName(words[at]!);
    if (SHELLS.has(name)) {
      const { isCommand, next } = shellOptions(words, at + 1);
      if (isCommand && next < words.length) scripts.push(next);
      break;
    }
    if (name === "su" || name === "runuser") {
      const option = words.findIndex((word, i) => i > at && /^(-l?c|--command)$/.test(word));
      if (option >= 0 && option + 1 < words.length) scripts.push(option + 1);
      break;
    }
    if (name === "pwsh" || name === "powershell") {
      const option = words.findIndex((word, i) => i > at && /^[-/](c|command)$/i.test(word));
      if (option >= 0) for (let i = option + 1; i < words.length; i++) scripts.push(i);
      break;
    }
    const wrapper = getOwn(WRAPPERS, name) as Wrapper | undefined;
    // A word after `--` may be a program that this one runs.
    const end = wrapper === undefined ? words.indexOf("--", at) : -1;
    if (wrapper === undefined && end < 0) break;
    at = wrapper === undefined ? end + 1 : afterWrapper(wrapper, words, at + 1);
  }
  return new Set(scripts);
}

/** A script whose first line names a shell. */
const SCRIPT = /^#! *(?:\/[^ \n]*\/)?(?:env +(?:-S +)?)?(?:ba|a|da|z|k|mk)?sh\b/;

/** Code of another language that runs a shell: `subprocess.run(["bash", "-c", "echo $HOME"])`. */
const SHELL_CALL = /["'](?:\/[\w/]*\/)?(?:ba|a|da|z|k|mk)?sh["'], ?["']-[a-z]*c["']/;

function programName(word: string): string {
  const name = word.slice(word.lastIndexOf("/") + 1);
  return name.at(-4) === "." ? name.replace(/\.exe$/i, "") : name;
}

/** Reads a shell's options: whether a script follows them, and the index of the first word that is not an option. */
function shellOptions(words: readonly string[], from: number): { readonly isCommand: boolean; readonly next: number } {
  let isCommand = false;
  let next = from;
  while (next < words.length) {
    const word = words[next]!;
    if (!/^[-+]./.test(word)) break;
    next++;
    if (word === "--") break;
    if (word.startsWith("--")) {
      if (VALUED_LONG.includes(word)) next++;
      continue;
    }
    if (word.startsWith("-") && word.includes("c")) isCommand = true;
    // `-o pipefail`, also as the end of `-euxo pipefail`
    next += word.length - word.replaceAll(/[oO]/g, "").length;
  }
  return { isCommand, next };
}

function afterWrapper({ valued = [], operands = 0, assigns }: Wrapper, words: readonly string[], from: number): number {
  let at = from;
  for (; at < words.length; at++) {
    const word = words[at]!;
    if (word === "--") {
      at++;
      break;
    }
    if (valued.includes(word)) at++;
    else if (!/^-./.test(word) && !(assigns && /^[^=]+=/.test(word))) break;
  }
  if (assigns) while (at < words.length && /^[^=]+=/.test(words[at]!)) at++;
  return at + operands;
}
