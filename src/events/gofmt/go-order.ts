/**
 * Go's order of strings: by bytes of UTF-8, which is by code points. JavaScript's `<` differs where a surrogate pair
 * meets a character from U+E000 on.
 */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const surrogates = Number((x & 0xf800) === 0xd800) - Number((y & 0xf800) === 0xd800);
    return surrogates || x - y;
  }
  return a.length - b.length;
}
