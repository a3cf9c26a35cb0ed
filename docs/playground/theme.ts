/** Dark or light: as the system has it, or as it was chosen. */

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
      // A page from the disk may remember nothing.
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
