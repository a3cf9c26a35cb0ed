/** The scanners of env files, for a module of their own: many programs that read env files need no others. */
export { recordsToUnits, utf16Length } from "./envfile/assignments";
export { scanDotenv } from "./envfile/dotenv";
export { scanEnvFile } from "./envfile/envfile";
export { arenaStart } from "./primitives/bytes";
export { stoppedAt } from "./primitives/stopped";
