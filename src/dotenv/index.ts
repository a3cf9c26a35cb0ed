/** varexpand/dotenv: a replacement for the npm packages dotenv and dotenv-expand. It never runs anything. */

import { config, configDotenv, expand, parse, populate } from "./config-dotenv.ts";

export type {
  DotenvConfigOptions,
  DotenvConfigOutput,
  DotenvExpandOptions,
  DotenvParseOutput,
  DotenvPath,
  DotenvPopulateInput,
  DotenvPopulateOptions,
} from "./config-dotenv.ts";
export { config, configDotenv, expand, parse, populate };
/** The same functions, for `import dotenv from "varexpand/dotenv"`. @hidden */
export default { config, configDotenv, expand, parse, populate };
