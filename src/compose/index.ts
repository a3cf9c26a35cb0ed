/** Docker Compose projects: the files that are read together, their variables, and the references in them. */

export type { ProjectEnvironment } from "./environment.ts";
export type { ComposeHost } from "./host.ts";
export { type ComposeFile, type ComposeOptions, composeFiles, isComposeFileName } from "./project.ts";
export { serviceEnvFiles } from "./service.ts";
export { rangeInFile } from "./texts.ts";
export { type ComposeUse, type ComposeUses, isCommand, usesOf } from "./uses.ts";
