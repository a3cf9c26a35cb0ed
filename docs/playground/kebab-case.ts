import { words } from "./words.ts";

export default function kebabCase(text: string): string {
  return words(text).join("-");
}
