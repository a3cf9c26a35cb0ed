/** The primitives for the tests of every length and alignment; not shipped. */
export { copyPiece, copyUntil, findFar, list, nowhere } from "./primitives/blocks";
export { arenaStart, equal, find8, find16, hash, seedAt } from "./primitives/bytes";
export { lineFeeds, skipSpaces } from "./yaml/tokens";
