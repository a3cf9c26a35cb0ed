/** What the host calls. Only numbers cross: addresses, lengths, counts, and the codes of codes.ts. */
export { recordsToUnits, utf16Length } from "./assignments";
export { scanDotenv } from "./dotenv";
export { scanEnvFile } from "./envfile";
export * from "./expansion";
export { copyString, scanTemplateString } from "./js-string";
export { expandJson } from "./json";
export { partsAt, partsEnd, scanTemplate8, scanTemplate16, textAt, textUnits } from "./template";
export { beginYaml, expandYaml } from "./yaml";
export { expandKnownYaml } from "./yaml-check";
export { lineFeeds, nextDocument } from "./yaml-tokens";
