/** A variable in the credentials of a URL whose value ends them. */

import { shownName, stringAt } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { UseRule } from "../rule.ts";

/** Credentials before a reference, and after it. */
const BEFORE = /^[^\s/?#@]*$/;
const AFTER = /^[^\s/?#@]*@/;

/** The most characters on each side of a reference that are read. */
const MAX_CREDENTIALS = 1000;

const withPassword = (password: string) =>
  container(`env:
- name: PASSWORD
  value: ${password}
- name: URL
  value: postgres://app:$(PASSWORD)@db/app`);

export const urlCredentials: UseRule = {
  id: "url-credentials",
  severity: "warning",
  short: "a value in the credentials of a URL has a character that ends them",
  full: `In \`scheme://user:$(PASSWORD)@host\`, the characters \`/\`, \`?\`, \`#\`, \`@\`, and spaces end the credentials, so that the
rest of the password becomes part of the host or path. Kubernetes does not encode values. The rule reports values in these
manifests, and never shows them.

Store the encoded password in another key (\`%40\` for \`@\`), or choose one without these characters.`,
  triggers: withPassword("a/b"),
  passes: withPassword("a%2Fb"),
  sees: "use",
  verdicts: ["expanded"],
  check({ pod: { place }, use }) {
    const { end, name, path, source, start, value = "" } = use;
    const text = source === undefined ? stringAt(place, path) : undefined;
    if (text === undefined || !/[@/?#\s]/.test(value)) return [];
    const [scheme, ...rest] = text.slice(Math.max(0, start - MAX_CREDENTIALS), start).split("://");
    const isInUrl = rest.length > 0 && /[\w+.-]$/.test(rest.at(-2) ?? scheme!) && BEFORE.test(rest.at(-1)!);
    if (!isInUrl || !AFTER.test(text.slice(end, end + MAX_CREDENTIALS))) return [];
    const characters = "one of the characters / ? # @ or a space";
    return [{ message: `the value of $(${shownName(name)}) ends the credentials of the URL: it has ${characters}` }];
  },
};
