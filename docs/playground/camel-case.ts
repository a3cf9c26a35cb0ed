import { words } from "./words.ts";

export default function camelCase(text: string): string {
  return words(text)
    .map((word, i) => (i === 0 ? word : word.replace(/^./su, (first) => first.toUpperCase())))
    .join("");
}
