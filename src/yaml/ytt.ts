/** Templates of ytt, which are YAML with code in comments. */

/** A comment with code: `#@ if data.values.host:`, `name: #@ name`, `#@overlay/match by="name"`. */
const CODE = /(?:^|\s)#@(?:[ \t]|[a-z]+\/)/;

export function isYttTemplate(text: string): boolean {
  return text.includes("#@") && CODE.test(text);
}
