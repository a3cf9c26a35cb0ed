/** A name is set twice in an env file. */

import { asNotes } from "../../finding.ts";
import { envFile } from "../example.ts";
import type { Rule } from "../rule.ts";

export const envfileDuplicate: Rule<"envFile"> = {
  id: "envfile-duplicate",
  severity: "warning",
  short: "a name is set again in the env file, to a different value",
  full: `Most programs use the last value, Deno and the kubelet use the first one, and kubectl rejects the file. Remove one of the lines.

In a file that people copy and fill in, such as \`.env.example\`, it is a note.`,
  triggers: envFile(`HOST=db\nHOST=db-2\n`),
  passes: envFile(`HOST=db\nHOST_2=db-2\n`),
  sees: "envFile",
  check: (file) => (file.isReadByKubelet ? [] : asNotes(file.duplicates(), file.isExample)),
};
