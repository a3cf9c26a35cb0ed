/** What the host calls. Only numbers cross: addresses, lengths, counts, and the codes of codes.ts. */
export { recordsToUnits, utf16Length } from "./assignments";
export { list, listRoom, nowhere } from "./blocks";
export { expandBytes, outputRoom } from "./byte-expansion";
export { arenaStart, find8, seedAt } from "./bytes";
export { scanDotenv } from "./dotenv";
export { scanEnvFile } from "./envfile";
export {
  environmentName,
  environmentReset,
  environmentRoom,
  environmentSelect,
  environmentSet,
  environmentSetNumber,
  environmentSize,
  environmentValue,
} from "./environment";
export { copyString, scanString } from "./js-string";
export { expandJson } from "./json";
export { forgetNames } from "./name-cache";
export { stoppedAt } from "./stopped";
export { referencesAt, scanReferences, textAt, textUnits } from "./string-references";
export { scanTemplate8, scanTemplate16 } from "./template";
export { beginYaml, expandYaml } from "./yaml";
