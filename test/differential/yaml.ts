/** YAML that varexpand writes against other readers: js-yaml, yaml, and PyYAML, on texts that they read as Kubernetes does. */
import type { FuzzInput } from "../fuzz/input.ts";
import { yamlInPlaceTarget } from "../fuzz/targets/yaml-in-place.ts";
import type { Suite } from "./suite.ts";

const SAME = "the same values";

export const yamlSuite: Suite<FuzzInput> = {
  name: "YAML readers",
  missing: undefined,
  batch: 200,
  make: yamlInPlaceTarget.make!,
  async ours(input) {
    try {
      await yamlInPlaceTarget.run(input);
      return SAME;
    } catch (error) {
      return String(error);
    }
  },
  theirs: (inputs) => inputs.map(() => SAME),
};
