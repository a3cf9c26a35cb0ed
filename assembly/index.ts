/** The ABI on one screen. Numbers cross, nothing else: addresses, lengths, counts and codes; see each file's contract. */
export { recordsToUnits, scanStoppedAt, utf16Length } from "./assignments";
export { list, listRoom, nowhere } from "./blocks";
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
export { expandBytes, outputRoom, stoppedAt } from "./expansion";
export { copyString, scanString } from "./js-string";
export { expandJson } from "./json";
export { forgetNames } from "./names";
export { referencesAt, scanReferences, textAt, textUnits } from "./references";
export { scanTemplate8, scanTemplate16 } from "./template";
export { beginYaml, expandYaml } from "./yaml";
