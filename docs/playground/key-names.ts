/**
 * Takes the place of the editor's package of names for keys. Browsers name every key by now; letters and digits have a
 * name of their own where another script is typed, or a modifier changes what they write.
 */

const CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

export const base: Readonly<Record<number, string>> = Object.fromEntries(
  Array.from(CHARACTERS, (character) => [character.toUpperCase().charCodeAt(0), character]),
);
export const shift: Readonly<Record<number, string>> = Object.fromEntries(
  Array.from(CHARACTERS, (character) => [character.toUpperCase().charCodeAt(0), character.toUpperCase()]),
);

const isMac = /Mac/.test(navigator.platform);

export function keyName({ altKey, ctrlKey, key, keyCode, metaKey, shiftKey }: KeyboardEvent): string {
  // With Command, Macs leave Shift out.
  return (isMac && metaKey && shiftKey && !ctrlKey && !altKey ? shift[keyCode] : undefined) ?? key;
}
