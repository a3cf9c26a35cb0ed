/** What rules about Compose files see, places of problems, and examples of projects. */

import type { ComposeFile } from "../../../compose/project.ts";
import type { ComposeUse, ComposeUses } from "../../../compose/uses.ts";
import { shownName } from "../../pod-place.ts";
import type { Example } from "../example.ts";
import type { Problem } from "../problem.ts";

/** A Compose file with the references that docker compose rejects, or replaces with nothing. */
export interface LintedCompose extends ComposeUses {
  readonly file: ComposeFile;
  /** Whether only env files set variables, and not the environment of the command. */
  readonly isComplete: boolean;
}

export function problemAt({ place, text }: ComposeUse, message: string): Problem {
  const isService = text.path[0] === "services" && text.path.length > 1;
  return {
    ...place,
    path: text.path,
    message,
    ...(isService && { object: `service/${shownName(`${text.path[1]}`)}` }),
  };
}

/** The reference without its word, which can contain a secret. */
export function shownReference({ problem, text }: ComposeUse): string {
  const isBraced = text.text[problem.start + 1] === "{";
  return shownName(isBraced ? `\${${problem.name}}` : `$${problem.name}`);
}

/** The first use of each name. */
export function firstOfEach(uses: readonly ComposeUse[]): ComposeUse[] {
  const seen = new Set<string>();
  return uses.filter(({ problem: { name } }) => !seen.has(name) && seen.add(name));
}

/** A project with a service and an `.env` file. */
export function project(service: string, env = "TAG=1\n"): Example {
  const indented = service.replace(/^/gm, "    ");
  return [
    { name: "compose.yaml", text: `services:\n  app:\n    image: example/app\n${indented}\n` },
    { name: ".env", text: env },
  ];
}
