/** Tests text for Unicode properties. */

/**
 * The same test as that of the regular expression `new RegExp(pattern, "u")`, which is made when a text that is not ASCII
 * requires it. Some engines, such as that of ComponentizeJS, lack Unicode's tables and reject every `\p{…}` in a file.
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
