/** Files that a commit does not have. refusals.test.ts has the findings. */
import { expect, test } from "vitest";
import { MissingFiles } from "../../../../src/kubernetes/kustomize/missing/missing-files.ts";
import { foldersAbove } from "../../../../src/text/paths.ts";
import { growthExponent, LINEAR } from "../../../reference/linearity.ts";

function missing(files: Readonly<Record<string, string>>): MissingFiles {
  const list = (folder: string) => {
    const start = folder === "/" ? folder : `${folder}/`;
    const rest = Object.keys(files).flatMap((path) => (path.startsWith(start) ? path.slice(start.length) : []));
    return rest.length === 0 ? undefined : [...new Set(rest.map((path) => path.replace(/\/.*/, "/")))];
  };
  const topOf = (folder: string) => [folder, ...foldersAbove(folder)].find((each) => list(each)?.includes(".git/"));
  return new MissingFiles({ list, topOf, read: (path) => files[path] });
}

test.each<[file: string, text: string, isMade: boolean]>([
  ["/app/.gitmodules", "[submodule]\n\tpath = base\n", true],
  ["/.gitmodules", "\tpath=app/base", true],
  ["/.gitmodules", "path = app", true],
  ["/.gitmodules", "path = app/bas", false],
  ["/app/base/a.yaml.tmpl", "", true],
  ["/app/base/a.example.yaml", "", true],
  ["/app/base/sample-a.yaml", "", true],
  ["/app/a.yaml.tmpl", "", false],
  ["/app/base/Makefile", "a:\n\thelm template x >a.yaml", true],
  ["/app/base/make.sh", "x | tee -a out/a.yaml", true],
  ["/app/make.sh", "helm template x --output='a.yaml'", true],
  ["/app/hack/make.sh", "cp b.yaml a.yaml; rm b.yaml", true],
  ["/app/hack/make.sh", "cp a.yaml b.yaml", false],
  ["/app/hack/make.txt", "cp b.yaml a.yaml", false],
  ["/app/hack/more/make.sh", "cp b.yaml a.yaml", false],
  ["/olm/make.sh", "cp b.yaml ../app/base/a.yaml", true],
  ["/olm/make.sh", 'target="../app/base"\nmv b.yaml "$target/a.yaml"', true],
  ["/olm/make.sh", 'target="../app/bases"\nmv b.yaml "$target/a.yaml"', false],
  ["/olm/make.sh", "cp ../deploy/a.yaml ../app/base", true],
  ["/olm/make.sh", "cp -r $ROOT/deploy/a.yaml b.yaml ${ROOT}/app/base/", true],
  ["/olm/make.sh", "cp ../deploy/a.yaml ../app/bases", false],
  ["/olm/make.sh", "cp ../app/base/a.yaml /tmp", false],
  ["/olm/vendor/make.sh", "cp b.yaml ../app/base/a.yaml", false],
  ["/.github/workflows/build.yaml", "run: envsubst < b > app/base/a.yaml", true],
  ["/.github/other/build.yaml", "run: envsubst < b > app/base/a.yaml", false],
  ["/make.sh", "cp b.yaml a.yaml", true],
])("with %s %j, /app/base/a.yaml is made elsewhere: %s", (file, text, isMade) => {
  const files = missing({ "/.git/HEAD": "", "/app/base/other.yaml": "", [file]: text });
  expect(files.isMadeElsewhere("/app/base/a.yaml")).toBe(isMade);
});

test.each<[path: string, isMade: boolean]>([
  ["/app/base/crds.yaml", true],
  ["/app/bse/crds.yaml", false],
  ["/app/rendered/crds.yaml", true],
  ["/app/base/role.yaml", true],
  ["/app/base/web-role.yaml", false],
  ["/app/bse/more/role.yaml", false],
])("with similar names in the repository, a command makes %s: %s", (path, isMade) => {
  const made = "> crds.yaml\n> role.yaml\n> web-role.yaml\n";
  const files = missing({ "/.git/HEAD": "", "/app/base/web-rol.yaml": "", "/app/run.sh": made });
  expect(files.isMadeElsewhere(path)).toBe(isMade);
});

test.each<[text: string, isMade: boolean]>([
  ["mkdir -p ${TMP}/argo-cd", true],
  ["git clone --depth 1 https://example.com/argoproj/argo-cd.git", true],
  ["git clone https://example.com/argoproj/argo argo-cd", true],
  ["mkdir manifests/crds", true],
  ["mkdir dev", false],
  ["git pull argo-cd", false],
])("a folder that does not exist, and the command %j: %s", (text, isMade) => {
  const files = missing({ "/.git/HEAD": "", "/dev/other.yaml": "", "/dev/run.sh": text });
  expect(files.isMadeElsewhere("/dev/argo-cd/manifests/crds")).toBe(isMade);
});

test("what is above the repository is not searched", () => {
  const files = missing({
    "/run.sh": "cp b.yaml a.yaml",
    "/.gitmodules": "path = app",
    "/app/.git/HEAD": "",
    "/app/b.yaml": "",
  });
  expect(files.isMadeElsewhere("/app/a.yaml")).toBe(false);
});

test.each<[path: string, folder: string, isOutside: boolean]>([
  ["/app/base", "/app/overlays/a", false],
  ["/app", "/app/overlays/a", false],
  ["/application", "/app/overlays/a", true],
  ["/other/base", "/app", true],
  // Without a repository, nothing is outside of it.
  ["/other/base", "/free", false],
])("whether %s is not in the repository of %s: %s", (path, folder, isOutside) => {
  const files = missing({ "/app/.git/HEAD": "", "/free/a.yaml": "" });
  expect(files.isOutside(path, folder)).toBe(isOutside);
});

test("many missing files, commands, submodules, and names take linear time", () => {
  const search = (count: number) => {
    const lines = (line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join("\n");
    const names = Array.from({ length: count }, (_, i) => `${"abc".repeat(i % 5)}${i}.example.yaml`);
    const texts: Record<string, string> = {
      "/a/Makefile": lines((i) => `\tcp x other-${i}.yaml`),
      "/a/.gitmodules": lines((i) => `path = other-${i}`),
    };
    const list = (folder: string) =>
      folder === "/a" ? [...names, ".git/", "Makefile", ".gitmodules"] : folder === "/" ? ["a/"] : undefined;
    const files = new MissingFiles({ list, topOf: () => "/a", read: (path) => texts[path] });
    for (let i = 0; i < count; i++) {
      files.isMadeElsewhere(`/a/wanted-${i}.yaml`);
      files.isMisspelled(`/a/wanted-${i}.yaml`);
    }
  };
  expect(growthExponent(search, 100)).toBeLessThan(LINEAR);
});
