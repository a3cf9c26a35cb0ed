/** What the site does with the Markdown of the documents, which GitHub shows, too. */
import { relative } from "node:path";
import { root, targetOf } from "../pages.js";

/** The anchor of a heading, as on GitHub. */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/**
 * A markdown-it plugin: links between documents become links between pages, and links to other files become text. Vue does not
 * interpret code.
 */
export function documentsAsPages(md) {
  md.core.ruler.push("documents-as-pages", ({ env, tokens }) => {
    const path = env.realPath ?? env.path;
    // VitePress also renders titles, which are not documents.
    if (path === undefined) return;
    for (const token of tokens) {
      let isText = false;
      for (const child of token.children ?? []) if (child.type === "code_inline") child.attrSet("v-pre", "");
      token.children = token.children?.filter((child) => {
        if (child.type === "link_close") return !isText;
        if (child.type !== "link_open") return true;
        const link = child.attrGet("href");
        const target = /^(?:\w+:|\/|#)/.test(link) ? link : targetOf(link, relative(root, path));
        isText = target === undefined;
        if (!isText) child.attrSet("href", target);
        return !isText;
      });
    }
  });
}

/** Languages of blocks with messages. */
const WITH_MESSAGES = ["console", "text"];

/** A Shiki transformer: marks the lines of messages, which wrap. The rows of tables have gaps of several spaces. */
export const wrappedMessages = {
  name: "wrapped-messages",
  line(line, number) {
    if (!WITH_MESSAGES.includes(this.options.lang)) return;
    if (!/\S {2,}\S/.test(this.source.split("\n")[number - 1])) this.addClassToHast(line, "message");
  },
};

/**
 * A Shiki transformer: the copy button of a console block copies the commands, without prompts and output. VitePress does not
 * copy elements of the class `vp-copy-ignore`.
 */
export const commandsOnly = {
  name: "commands-only",
  code(code) {
    if (this.options.lang !== "console") return;
    const lines = this.source.split("\n");
    const elements = code.children.filter(({ type }) => type === "element");
    let isCommand = false;
    let isFirst = true;
    code.children = elements.flatMap((element, i) => {
      const wasContinued = isCommand && lines[i - 1].endsWith("\\");
      isCommand = wasContinued || lines[i].startsWith("$ ");
      const text = wasContinued || !isCommand ? lines[i] : lines[i].slice(2);
      const line = { ...element, children: [{ type: "text", value: text }] };
      const lineBreak = { type: "text", value: i === 0 ? "" : "\n" };
      if (!isCommand) return [ignored([lineBreak, line])];
      const before = isFirst ? [ignored([lineBreak])] : [lineBreak];
      isFirst = false;
      return wasContinued ? [...before, line] : [...before, ignored([{ type: "text", value: "$ " }]), line];
    });
  },
};

function ignored(children) {
  return { type: "element", tagName: "span", properties: { class: "vp-copy-ignore" }, children };
}
