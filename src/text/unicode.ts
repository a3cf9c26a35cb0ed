/** Tests text for Unicode properties. */

/**
 * Tests like `new RegExp(pattern, "u")`, which is compiled only for text that is not ASCII. Some engines, such as that of
 * ComponentizeJS, lack Unicode's tables and reject a file that contains a literal with `\p{…}`.
 *
 * @param ascii what the pattern matches in ASCII
 */
export function unicodeTest(ascii: RegExp, pattern: string): Pick<RegExp, "test"> {
  let full: RegExp | undefined;
  return {
    test(text) {
      if (ascii.test(text)) return true;
      if (!/[^\0-\x7f]/.test(text)) return false;
      full ??= new RegExp(pattern, "u");
      return full.test(text);
    },
  };
}
