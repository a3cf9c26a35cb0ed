/** What any host can call: only numbers cross, which are addresses, lengths, counts, and the codes of codes.ts. */
export { recordsToUnits, utf16Length } from "./envfile/assignments";
export { scanDotenv } from "./envfile/dotenv";
export { scanEnvFile } from "./envfile/envfile";
export * from "./expansion";
export { expandJson } from "./json/json";
export { expandKnownYaml } from "./yaml/check";
export { lineFeeds } from "./yaml/tokens";
