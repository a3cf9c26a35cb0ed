/** The programs that read the env file read different values. */

import { asNotes } from "../../finding.ts";
import { envFile } from "../example.ts";
import type { Rule } from "../rule.ts";

export const envfileDialect: Rule<"envFile"> = {
  id: "envfile-dialect",
  severity: "warning",
  short: "programs that read the env file read different values",
  full: `dotenv, dotenv-expand (Vite, Next.js), Node.js, Bun, Deno, docker compose, and others read env files in different ways. The
message lists what each one makes of the value: whether it keeps the \`$\`, the text from \`#\`, the backslash, or the quotes.
It never shows the value. \`varexpand envfile --compare FILE\` does.

References to variables of the file, such as \`\${HOST}\`, are expanded by some readers and kept by others. They are one note
for each file. In a file that people copy and fill in, such as \`.env.example\`, every difference is a note.

The readers are, in this order: those that \`envFiles\` in \`.varexpand.yaml\` or the comment \`# varexpand-dialect: NAME\`
names; the only reader that a Compose file, a kustomization, or a Garden project implies; docker compose for \`.env\` and
\`.env.*\` beside a Compose file, unless a JavaScript program is in the same folder; and otherwise, for \`.env\` and
\`.env.*\`, dotenv, dotenv-expand, Node.js, Bun, Deno, and docker compose, and for \`NAME.env\`, dotenv and docker compose.
If nothing names the readers and the programs in the folder are written in other languages, such as Python, every finding
in the file is a note.

\`--fix\` writes the value in a form that all readers read alike. If no such form exists, the message says so.`,
  triggers: envFile(`HOST=db#primary\n`),
  passes: envFile(`HOST=db # primary\n`),
  isFixable: true,
  sees: "envFile",
  check: (file) => asNotes(file.differences(), file.isExample),
};
