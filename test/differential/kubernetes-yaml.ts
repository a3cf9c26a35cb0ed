/** YAML documents against Kubernetes' reader, sigs.k8s.io/yaml. */
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import { DocumentError } from "../../src/yaml/error.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { OddYaml } from "../reference/odd-yaml.ts";
import { canonical } from "../reference/yaml-readers.ts";
import { answersInGo, type GoCase, NO_GO_MODULE } from "./go.ts";
import type { Suite } from "./suite.ts";

/** The value of the only document; undefined for several. */
function ours({ input }: GoCase): string | null | undefined {
  const text = Buffer.from(input, "base64").toString();
  // Kubernetes' tools read JSON with another reader, and cut texts into documents before this one gets them, also after
  // directives.
  if (isJson(text) || /(?:^|\u0085)\ufeff?%/m.test(text)) return undefined;
  // go-yaml skips a second byte order mark, but then expects `---` in the wrong column. Other readers reject it.
  if (text.startsWith("\ufeff\ufeff")) return undefined;
  // The order of equal keys of different types (1_000 and 1e3) is random.
  let hasDuplicates = false;
  try {
    const documents = parseManifest(text, KUBERNETES, () => {
      hasDuplicates = true;
    });
    return hasDuplicates || documents.length > 1 ? undefined : canonical(documents[0]?.value ?? null);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    // An infinite number or a null key is an error, even in a value that an equal key overrides.
    return error.code === "not-json" || error.code === "key-not-scalar" ? undefined : null;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const kubernetesYamlSuite: Suite<GoCase> = {
  name: "sigs.k8s.io/yaml",
  missing: NO_GO_MODULE,
  batch: 5_000,
  make(random) {
    // They also end the last line.
    const text = new OddYaml(random).text().replace(/(?<!\n)$/, "\n");
    return { syntax: "yaml", input: Buffer.from(text).toString("base64"), vars: {} };
  },
  ours,
  theirs: (cases) =>
    answersInGo(cases).map((answer) =>
      "error" in answer ? null : canonical(JSON.parse(Buffer.from(answer.output as string, "base64").toString())),
    ),
};
