/** varexpand/envfile: KEP-3721 env files and dotenv files. */

export { parseDotenv, readDotenvKey } from "./dotenv.ts";
export type { Assignment, EnvFile, ProfileDifference } from "./envfile.ts";
export { EnvFileError, type EnvFileErrorCode } from "./error.ts";
export { type EnvFileOptions, parseEnvFile, readEnvFileKey } from "./parse.ts";
export type { Profile } from "./profile.ts";
