/** The groups of questions, in the order in which they are measured. */
import { bytesQuestions } from "./library/bytes.ts";
import { dialectsQuestions } from "./library/dialects.ts";
import { dotenvQuestions } from "./library/dotenv.ts";
import { engineQuestions } from "./library/engines.ts";
import { envFileQuestions } from "./library/envfile.ts";
import { functionsQuestions } from "./library/functions.ts";
import { podQuestions } from "./library/pod.ts";
import { rowsQuestions } from "./library/rows.ts";
import { sizeQuestions } from "./library/size.ts";
import { stringsQuestions } from "./library/strings.ts";
import { templateQuestions } from "./library/template.ts";
import { tenantsQuestions } from "./library/tenants.ts";
import { variablesQuestions } from "./library/variables.ts";
import { bulkQuestions } from "./processes/bulk.ts";
import { commandQuestions } from "./processes/command.ts";
import { lintQuestions } from "./processes/lint.ts";
import { memoryOfCommand } from "./processes/memory.ts";
import { rowProcessQuestions } from "./processes/rows.ts";
import { shardsQuestions } from "./processes/shards.ts";
import { startQuestions } from "./processes/start.ts";
import { streamsQuestions } from "./processes/streams.ts";
import type { Group } from "./setting.ts";

export const GROUPS: Readonly<Record<string, Group>> = {
  bytes: { title: "$(NAME) in one long text", questions: bytesQuestions },
  strings: { title: "$(NAME) in short strings", questions: stringsQuestions },
  size: { title: "$(NAME), and how long the text is", questions: sizeQuestions },
  dialects: { title: "${NAME} in one long text", questions: dialectsQuestions },
  tenants: { title: "Many environments", questions: tenantsQuestions },
  rows: {
    title: "One text, many sets of variables",
    questions: (setting) => [...rowsQuestions(), ...rowProcessQuestions(setting)],
  },
  envfile: { title: "Env files", questions: envFileQuestions },
  dotenv: { title: "Dotenv files", questions: dotenvQuestions },
  engines: { title: "Template engines", questions: engineQuestions },
  templates: { title: "Templates", questions: templateQuestions },
  functions: { title: "Helper functions of templates", questions: functionsQuestions },
  variables: { title: "Garden projects", questions: variablesQuestions },
  pod: { title: "Pods", questions: podQuestions },
  command: { title: "The command as a whole process", questions: commandQuestions },
  bulk: { title: "varexpand pod as a whole process", questions: bulkQuestions },
  shards: { title: "One file in shards", questions: shardsQuestions },
  streams: { title: "Messages of NATS JetStream", questions: streamsQuestions },
  memory: { title: "Memory of the command", questions: () => [], memory: memoryOfCommand },
  lint: { title: "varexpand lint as a whole process", questions: lintQuestions },
  start: { title: "Cold start", questions: startQuestions },
};

/** The groups that can measure the user's own input. */
export const OWN_GROUPS: readonly string[] = ["bytes", "strings"];
