/** What the Tab key does in real shells, on a terminal. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hasTool } from "../tools.ts";
import { WAITING } from "../waiting.ts";
import { main } from "./processes.ts";
import { FolderPerTest } from "./temporary.ts";
import { hasTmux, Terminal, writtenTo } from "./terminal.ts";

const SHOP = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {containers: [{name: app, env: [{name: GREETING, value: hello}]}]}}}
---
kind: Pod
metadata: {name: "a:b=c"}
spec: {containers: [{name: "it's a name"}]}
---
kind: Pod
metadata: {name: "deploy$(touch pwned)\`touch pwned\`"}
spec: {containers: [{name: app}]}
`;

/** How each shell is started with the completion, and with a key, C-g, that writes the line to the file \`line\`. */
const SHELLS = {
  bash: {
    file: ".bashrc",
    start: ["bash", "--noprofile", "--rcfile", ".bashrc", "-i"],
    lines: `PS1='$ '; unset HISTFILE; source <(varexpand completion bash)
show() { printf '%s\\n' "$READLINE_LINE" > new && mv new line; }
bind -x '"\\C-g": show'`,
  },
  zsh: {
    file: ".zshrc",
    start: ["zsh", "-i"],
    lines: `PS1='$ '; autoload -Uz compinit; compinit -u -D; source <(varexpand completion zsh)
show() { print -r -- "$BUFFER" > new && mv new line; }
zle -N show; bindkey -e; bindkey '^g' show`,
  },
  fish: {
    file: "config.fish",
    start: ["fish", "--no-config", "--init-command", "source config.fish"],
    lines: `function fish_prompt; echo -n '$ '; end; function fish_greeting; end; set -g fish_autosuggestion_enabled 0
varexpand completion fish | source
function show; commandline > new; mv new line; end
bind \\cg show`,
  },
};
type Shell = keyof typeof SHELLS;

/** What is typed before Tab, and what the line is afterwards: in all shells, or in each. */
const COMPLETED: readonly (readonly [typed: string, line: string | Readonly<Record<Shell, string>>])[] = [
  // Commands, options and their values.
  ["varexpand expl", "varexpand explain "],
  ["varexpand help env", "varexpand help envfile "],
  ["varexpand pod --stri", "varexpand pod --strict "],
  ["varexpand pod -o ta", "varexpand pod -o table "],
  ["varexpand pod --output=ta", "varexpand pod --output=table "],
  ["varexpand lint --rule use-before-declaration=o", "varexpand lint --rule use-before-declaration=off "],
  // Files and directories.
  ["varexpand pod -f sh", "varexpand pod -f shop.yaml "],
  [
    "varexpand pod -f 'my m",
    {
      bash: "varexpand pod -f 'my manifests'/",
      zsh: "varexpand pod -f 'my manifests/",
      fish: "varexpand pod -f 'my manifests/",
    },
  ],
  ["varexpand pod shop.yaml --volume data=my", "varexpand pod shop.yaml --volume data=my\\ manifests/"],
  // Names in the files of the line.
  ["varexpand pod shop.yaml depl", "varexpand pod shop.yaml deployment/web "],
  ["varexpand pod -f=shop.yaml deploy/", "varexpand pod -f=shop.yaml deploy/web "],
  ["varexpand pod --file=shop.yaml deploy/", "varexpand pod --file=shop.yaml deploy/web "],
  ["varexpand pod my\\ manifests/db:1.yaml sts/", "varexpand pod my\\ manifests/db:1.yaml sts/db "],
  ["varexpand pod shop.yaml -f 'my manifests' sts/", "varexpand pod shop.yaml -f 'my manifests' sts/db "],
  ["varexpand pod shop.yaml deploy/web -c ", "varexpand pod shop.yaml deploy/web -c app "],
  ["varexpand explain shop.yaml GREE", "varexpand explain shop.yaml GREETING "],
  ["varexpand pod shop.yaml pod/a", "varexpand pod shop.yaml pod/a:b=c "],
  ["varexpand pod shop.yaml pod/a:b=c -c it", "varexpand pod shop.yaml pod/a:b=c -c it\\'s\\ a\\ name "],
  // The command that run is given.
  ["varexpand run -f shop.yaml -- printen", "varexpand run -f shop.yaml -- printenv "],
  ["varexpand run -f shop.yaml -- cat sho", "varexpand run -f shop.yaml -- cat shop.yaml "],
  // Completion does not wait for input, does not run a command, and prints nothing on an error.
  ["varexpand pod broken.yaml depl", "varexpand pod broken.yaml depl"],
  ["varexpand pod pipe depl", "varexpand pod pipe depl"],
  ["varexpand pod - depl", "varexpand pod - depl"],
  [
    'varexpand pod $(touch pwned) "`touch pwned`" shop.yaml depl',
    'varexpand pod $(touch pwned) "`touch pwned`" shop.yaml deployment/web ',
  ],
];

describe.skipIf(!hasTmux)("the Tab key", WAITING, () => {
  const folder = new FolderPerTest();

  for (const [shell, { file, start, lines }] of Object.entries(SHELLS) as [Shell, (typeof SHELLS)[Shell]][]) {
    test.skipIf(!hasTool(shell, "-c", "true"))(shell, async () => {
      folder.write({
        [file]: `${lines}\n`,
        "shop.yaml": SHOP,
        "my manifests/db:1.yaml":
          "kind: StatefulSet\nmetadata: {name: db}\nspec: {template: {spec: {containers: [{name: db}]}}}\n",
        "broken.yaml": "a: [",
      });
      execFileSync("mkfifo", [folder.at("pipe")]);
      chmodSync(folder.file("bin/varexpand", `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`), 0o755);
      const PATH = `${folder.at("bin")}:${process.env.PATH}`;
      const environment = { PATH, HOME: folder.path, ZDOTDIR: folder.path };
      const terminal = new Terminal(folder.at("tmux"), start, { columns: 120, environment, folder: folder.path });
      await terminal.until((screen) => screen === "$\n");
      const lineAfter = async (typed: string) => {
        terminal.type(typed, "Tab", "C-g");
        const line = await writtenTo(folder.at("line"), () => terminal.screen());
        terminal.type("", ...(shell === "fish" ? ["Escape", "C-u"] : ["C-u"]));
        return [typed, line.replace(/\n$/, "")];
      };
      const seen: string[][] = [];
      for (const [typed] of COMPLETED) seen.push(await lineAfter(typed));
      expect(seen).toEqual(COMPLETED.map(([typed, line]) => [typed, typeof line === "string" ? line : line[shell]]));
      expect(await terminal.until((screen) => screen === "$\n")).toBe("$\n");
      expect(existsSync(folder.at("pwned"))).toBe(false);
    });
  }
});
