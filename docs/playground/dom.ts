/** Elements of the page. Text only becomes text: nothing of the input is ever read as HTML. */

type Attribute = string | number | boolean | undefined | ((event: Event) => void);
export type Child = Node | string | undefined | false;

/** An element; an attribute that begins with `on` is a listener, and one that is `undefined` or `false` is left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : `${value}`);
  }
  for (const child of children) if (child !== undefined && child !== false) made.append(child);
  return made;
}

/** The element of the page with an id. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}
