/** The styles of the editor: the page's colors, which a shadow tree inherits, and a different underline for each verdict. */

import { EditorView } from "@codemirror/view";

const line = (style: string, color: string) => ({
  textDecoration: `underline ${style} var(--${color})`,
  textDecorationThickness: style === "wavy" ? "1.5px" : "2px",
  textUnderlineOffset: "3px",
  textDecorationSkipInk: "none",
});

export const EDITOR_STYLE = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--paper)", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.55", overscrollBehavior: "contain" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--text)" },
  ".cm-gutters": {
    color: "var(--muted)",
    backgroundColor: "var(--paper)",
    border: "none",
    paddingLeft: "6px",
    userSelect: "none",
  },
  ".cm-content ::selection, .cm-content::selection": { backgroundColor: "var(--selection)" },
  ".vx-key": { color: "var(--key)" },
  ".vx-comment": { color: "var(--muted)" },
  ".vx-string": { color: "var(--string)" },
  ".vx-shown": { backgroundColor: "var(--highlight)", borderRadius: "2px", boxShadow: "0 0 0 2px var(--highlight)" },
  ".vx-expanded": line("solid", "good"),
  ".vx-escaped": line("dotted", "muted"),
  ".vx-shell": line("dotted", "muted"),
  ".vx-unknown": line("dashed", "muted"),
  ".vx-not-expanded-here": line("dashed", "warning"),
  ".vx-undefined": line("wavy", "warning"),
  ".vx-malformed": line("wavy", "warning"),
  ".vx-declared-later": line("wavy", "bad"),
  ".vx-broken": { ...line("wavy", "bad"), backgroundColor: "var(--bad-paper)" },
  ".vx-finding": line("dotted", "warning"),
});
