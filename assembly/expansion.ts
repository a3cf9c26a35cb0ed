/** What `$(NAME)` in bytes needs, for a module of its own: the smallest that is worth loading alone. */
// `copyUntil` is for the optimizer, not for the host: an exported function stays out of `expandBytes`, where its loop lacks
// registers (Node 24: plain text in 1.5 times the time).
export { copyUntil, list } from "./primitives/blocks";
export { arenaStart, seedAt } from "./primitives/bytes";
export { stoppedAt } from "./primitives/stopped";
export { expandBytes, outputRoom } from "./substitution/byte-expansion";
export {
  environmentName,
  environmentReset,
  environmentRoom,
  environmentSelect,
  environmentSet,
  environmentSize,
  environmentValue,
} from "./substitution/environment";
