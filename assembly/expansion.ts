/** What `$(NAME)` in bytes and strings needs, for a module of its own: the smallest that is worth loading alone. */
export { list } from "./blocks";
export { expandBytes, outputRoom } from "./byte-expansion";
export { arenaStart, find8, seedAt } from "./bytes";
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
export { scanString } from "./js-string";
export { stoppedAt } from "./stopped";
export { referencesAt, textAt, textUnits } from "./string-references";
