/** The primitives by themselves, for the tests that go through every length and alignment: no part of what is shipped. */
export { copyPiece, copyUntil, list, nowhere } from "./blocks";
export { arenaStart, equal, find8, find16, hash, seedAt } from "./bytes";
