/** A program that reads the env file runs a command in it. */

import type { Rule } from "../rule.ts";

export const envfileCommand: Rule<"envFile"> = {
  id: "envfile-command",
  severity: "error",
  short: "dotenv-expand runs a command that is in the env file",
  full: `Since version 1000, dotenv-expand runs the text in \`$(…)\` as a command, and replaces it with the command's output. Earlier
versions and most other programs keep it. Anyone who can write a value into the file can run commands.

Write the value without \`$(\`, or use \`varexpand/dotenv\`, which never runs anything.`,
  triggers: [{ name: ".env", text: "URL=http://$(hostname):80\n" }],
  passes: [{ name: ".env", text: "URL=http://localhost:80\n" }],
  sees: "envFile",
  check: (file) => file.commands(),
};
