/**
 * A string that was built by `+=` is a tree of pieces, which V8 joins when the string is used. Makes V8 join it now. (Node 20
 * also joins it when a character is read; Node 24 does not.)
 */
export function flat(text: string): string {
  if (text.includes("\uffff")) throw new Error("the text contains U+FFFF");
  return text;
}
