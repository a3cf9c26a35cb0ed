/** What `$(NAME)` in bytes needs, for a module of its own: the smallest that is worth loading alone. */
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
  environmentSize,
  environmentValue,
} from "./environment";
export { stoppedAt } from "./stopped";
