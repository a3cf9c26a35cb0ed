/** The dark or light theme: the system's, or the one that the user chose. */

import { byId } from "./dom.ts";

const KEY = "varexpand-theme";

export function followTheme(): void {
  const select = byId<HTMLSelectElement>("theme");
  select.value = remembered();
  apply(select.value);
  select.addEventListener("change", () => {
    apply(select.value);
    try {
      localStorage.setItem(KEY, select.value);
    } catch {
      // A page that is opened from the disk cannot always use localStorage.
    }
  });
}

function remembered(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function apply(theme: string): void {
  if (theme === "") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
