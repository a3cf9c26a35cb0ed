/** Paths in a volume that cannot lead out of it (filepath-securejoin's SecureJoin). */

/** How many links one path may lead through. */
const MAX_LINKS = 255;

/** A longer path leads nowhere (Linux's PATH_MAX): no link is looked for there. In UTF-16 units, as a rule of thumb. */
const MAX_PATH = 4096;

/**
 * The path without links, `.` and `..`: relative to the root, "" for the root itself. Links are followed as if the root
 * were `/`; `..` stops there. What does not exist is joined as it is written.
 *
 * @param readLink the text of the link at a path, undefined if there is no link
 * @returns undefined if there are more than 255 links on the way
 */
export function secureJoin(path: string, readLink: (path: string) => string | undefined): string | undefined {
  /** What is left to walk, the next part last: a link's parts are put on top. */
  const rest = path.split("/").reverse();
  /** The paths of what has been walked through, the current one last. */
  const walked: string[] = [];
  let links = 0;
  while (rest.length > 0) {
    const part = rest.pop()!;
    if (part === "" || part === ".") continue;
    if (part === "..") {
      walked.pop();
      continue;
    }
    const parent = walked.at(-1);
    const current = parent === undefined ? part : `${parent}/${part}`;
    walked.push(current);
    const target = current.length > MAX_PATH ? undefined : readLink(current);
    if (target === undefined) continue;
    if (++links > MAX_LINKS) return undefined;
    walked.pop();
    if (target.startsWith("/")) walked.length = 0;
    for (const targetPart of target.split("/").reverse()) rest.push(targetPart);
  }
  return walked.at(-1) ?? "";
}
