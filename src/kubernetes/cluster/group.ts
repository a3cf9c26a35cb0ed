/** The API group of an `apiVersion`: "" is the core group; undefined if there is no `apiVersion`. */
export function groupOf(apiVersion: unknown): string | undefined {
  if (typeof apiVersion !== "string" || apiVersion === "") return undefined;
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}
