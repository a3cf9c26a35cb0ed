/** What `$(NAME)` in bytes and strings needs, for a module of its own: the smallest that is worth loading alone. */
// `copyUntil` is for the optimizer, not for the host: an exported function stays out of `expandBytes`, where its loop lacks
// registers (Node 24: plain text in 1.5 times the time).
export { copyUntil, list } from "./blocks";
export { expandBytes, outputRoom } from "./byte-expansion";
export { arenaStart, seedAt } from "./bytes";
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
