/**
 * Reads the manifests in a directory with js-yaml, and checks that each container has a name and an image. It does not
 * find or resolve references. It measures the parsing that schema validators (kubeconform) and linters (kube-linter) also
 * need. Never shipped.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAll } from "js-yaml";

interface PodSpec {
  readonly containers?: readonly { readonly name?: unknown; readonly image?: unknown }[];
}
type Manifest = { readonly spec?: { readonly template?: { readonly spec?: PodSpec } } } | null;

const [folder = "."] = process.argv.slice(2);
for (const name of readdirSync(folder).sort()) {
  for (const document of loadAll(readFileSync(join(folder, name), "utf8")) as Manifest[]) {
    for (const container of document?.spec?.template?.spec?.containers ?? []) {
      if (typeof container.name !== "string" || typeof container.image !== "string") process.stdout.write(`${name}\n`);
    }
  }
}
