/** Creates elements of the page. Strings become text nodes, so input is never parsed as HTML. */

type Attribute = string | number | boolean | undefined | ((event: Event) => void);
export type Child = Node | string | undefined | false;

/** Creates an element. A function is a listener for the event in the name (`onclick`); `undefined` and `false` attributes are omitted. */
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

/** Returns the element of the page with an ID. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}
