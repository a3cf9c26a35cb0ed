/** The ABI on one screen. Numbers cross, nothing else: addresses, lengths, counts and codes; see each file's contract. */
export { recordsToUnits, scanStoppedAt, utf16Length } from "./assignments";
export { arenaStart, copyBlocks, equal, find8, find16, hash } from "./bytes";
export { scanDotenv } from "./dotenv";
export { scanEnvFile } from "./envfile";
export { environmentEnd, environmentReset, environmentRoom, environmentSet, environmentSetNumber } from "./environment";
export { expandBytes, outputRoom, scanUnits, stoppedAt } from "./expansion";
export { copyString, scanString } from "./js-string";
export { scanTemplate } from "./template";
