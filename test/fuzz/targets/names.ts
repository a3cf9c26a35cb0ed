/** The names of the targets, for the command, which does not load them. */
export const targetNames = [
  "expand",
  "stream",
  "json-stream",
  "yaml-stream",
  "envfile",
  "dotenv",
  "template",
  "manifest",
  "pod",
  "varfile",
  "yaml-in-place",
] as const;
