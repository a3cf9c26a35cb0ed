/**
 * Downloads the source of Kubernetes' expansion in Go to build/kubernetes/, from the source package of Debian, so that
 * `npm run test:differential` can compare with it. Nothing is downloaded if it is there, or if `VAREXPAND_GO_MODULE` names a Go
 * module. If that is not possible, it says why; the suite is then skipped.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const module = join(import.meta.dirname, "../../build/kubernetes");
const EXPANSION = "third_party/forked/golang/expansion";

if (process.env.VAREXPAND_GO_MODULE === undefined && !existsSync(module)) {
  const folder = mkdtempSync(join(tmpdir(), "varexpand-kubernetes-"));
  try {
    download(folder);
  } catch (error) {
    console.log(
      `The source of Kubernetes cannot be downloaded: ${`${error.stderr ?? error}`.trim().split("\n").at(-1)}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @throws Error without apt, tar, or the network */
function download(folder) {
  const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  const entry = "deb-src $(REPO_URI) $(RELEASE) main";
  const filters = ["Identifier: Packages", "Label: Debian", "Component: main"];
  writeFileSync(join(folder, "sources.list"), run("apt-get", "indextargets", "--format", entry, ...filters));
  // The system's own lists do not change, and need no sources.
  mkdirSync(join(folder, "lists/partial"), { recursive: true });
  const options = {
    "Dir::Etc::SourceList": join(folder, "sources.list"),
    "Dir::Etc::SourceParts": "-",
    "Dir::State::Lists": join(folder, "lists"),
    "APT::Sandbox::User": "",
  };
  const apt = (...args) =>
    run("apt-get", ...Object.entries(options).map(([name, value]) => `-o${name}=${value}`), ...args);
  apt("update");
  apt("source", "--download-only", "kubernetes");
  const archive = readdirSync(folder).find((name) => name.includes(".orig.tar."));
  const unpacked = join(folder, "kubernetes");
  mkdirSync(unpacked);
  run("tar", "xf", archive, "-C", unpacked, "--strip-components=1", "--wildcards", `*/${EXPANSION}/expand.go`);
  writeFileSync(join(unpacked, "go.mod"), "module k8s.io/kubernetes\n\ngo 1.19\n");
  mkdirSync(join(module, ".."), { recursive: true });
  run("cp", "-r", unpacked, `${module}.new`);
  renameSync(`${module}.new`, module);
}
