/** Paths in a volume that cannot lead out of it (filepath-securejoin's SecureJoin). */

/** How many links one path may lead through. */
const MAX_LINKS = 255;

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
  const walked: string[] = [];
  let links = 0;
  while (rest.length > 0) {
    const part = rest.pop()!;
    if (part === "" || part === ".") continue;
    if (part === "..") {
      walked.pop();
      continue;
    }
    walked.push(part);
    const target = readLink(walked.join("/"));
    if (target === undefined) continue;
    if (++links > MAX_LINKS) return undefined;
    walked.pop();
    if (target.startsWith("/")) walked.length = 0;
    for (const targetPart of target.split("/").reverse()) rest.push(targetPart);
  }
  return walked.join("/");
}
