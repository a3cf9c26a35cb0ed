/** The groups of questions, in the order in which they are measured. A group's inputs are made when its turn comes. */
import { bytesQuestions } from "./bytes.ts";
import { dotenvQuestions } from "./dotenv.ts";
import { envFileQuestions } from "./envfile.ts";
import { functionsQuestions } from "./functions.ts";
import type { Question } from "./measure.ts";
import { podQuestions } from "./pod.ts";
import { stringsQuestions } from "./strings.ts";
import { templateQuestions } from "./template.ts";
import { variablesQuestions } from "./variables.ts";

export const GROUPS: Readonly<Record<string, () => Question[] | Promise<Question[]>>> = {
  bytes: bytesQuestions,
  strings: stringsQuestions,
  functions: functionsQuestions,
  envfile: envFileQuestions,
  dotenv: dotenvQuestions,
  templates: templateQuestions,
  variables: variablesQuestions,
  pod: podQuestions,
};
