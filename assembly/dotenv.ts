/** What `varexpand/dotenv` needs: a module of its own, because the package is meant to be small. */
export { recordsToUnits, utf16Length } from "./envfile/assignments";
export { scanDotenv } from "./envfile/dotenv";
export { arenaStart } from "./primitives/bytes";
export { stoppedAt } from "./primitives/stopped";
