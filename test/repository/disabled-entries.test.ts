import { expect, test } from "vitest";
import { DisabledEntries } from "../../src/repository/disabled-entries.ts";

const FILES: Readonly<Record<string, string>> = {
  "/r/apps/kustomization.yaml": `resources:
- web
#- ./old
# - "older/"   # since May
  #  - oldest/app/ks.yaml
# - both
- both/
# - a comment of several words
#- ../shared
`,
  "/r/kustomization.yml": "# - apps/named\nresources: [apps]\n",
};

test.each([
  ["/r/apps/web/ks.yaml", false],
  ["/r/apps/old/kustomization.yaml", true],
  ["/r/apps/old/deep/ks.yaml", true],
  ["/r/apps/older/ks.yaml", true],
  ["/r/apps/oldest/app/ks.yaml", true],
  ["/r/apps/oldest/app/other.yaml", false],
  ["/r/apps/both/ks.yaml", false],
  ["/r/apps/a/ks.yaml", false],
  ["/r/apps/older-ones/ks.yaml", false],
  ["/r/apps/named/ks.yaml", true],
  // Another folder can use it.
  ["/r/shared/ks.yaml", false],
  ["/r/other/ks.yaml", false],
])("%s is disabled: %s", (path, isDisabled) => {
  const read = (file: string) => FILES[file];
  expect(new DisabledEntries(read).has(path, "/r")).toBe(isDisabled);
  expect(new DisabledEntries(read).has(path, "/r/other")).toBe(false);
});

const PATCHES = `resources: [a.yaml]
# - path: one.yaml
#   target: {kind: Deployment}
#- path: "patches/two.yaml" # later
patches:
  - path: used.yaml
  # - path: used.yaml
  #- target: {kind: Deployment}
  #  path: ./three.yaml
# patchesStrategicMerge:
#   - four.yaml
# resources:
# - five.yaml
#   -   path: seven.yaml
# - a comment with a path: six.yaml
`;

test.each([
  ["one.yaml", true],
  ["patches/two.yaml", true],
  ["three.yaml", true],
  ["four.yaml", true],
  ["used.yaml", false],
  ["five.yaml", false],
  ["seven.yaml", true],
  ["six.yaml", false],
  ["a.yaml", false],
])("%s is only a disabled patch: %s", (path, isPatch) => {
  const disabled = new DisabledEntries((file) => (file === "/r/kustomization.yaml" ? PATCHES : undefined));
  expect(disabled.hasPatch(`/r/${path}`, "/r")).toBe(isPatch);
  expect(disabled.hasPatch(`/r/other/${path}`, "/r")).toBe(false);
});
