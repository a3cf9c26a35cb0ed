/** varexpand/dotenv/config: sets the variables of `.env`, for `node --import` and `-r`. The variables DOTENV_… are options. */
import { config } from "./config-dotenv.ts";

config();
