import { dockerSuite } from "./docker.ts";
import { envFileSuites } from "./env-files.ts";
import { expansionSuite } from "./expansion.ts";
import { gardenSuites } from "./garden.ts";
import { javascriptSuites } from "./javascript.ts";
import { kubeletSuite } from "./kubelet.ts";
import { kubernetesYamlSuite } from "./kubernetes-yaml.ts";
import { kustomizationSuite } from "./kustomizations.ts";
import { envsubst, substitutionSuites } from "./substitution.ts";
import type { Suite } from "./suite.ts";
import { yamlSuite } from "./yaml.ts";

// biome-ignore lint/suspicious/noExplicitAny: each suite has inputs of its own type.
export const suites: readonly Suite<any>[] = [
  expansionSuite,
  kubeletSuite,
  envsubst,
  ...substitutionSuites,
  ...envFileSuites,
  ...javascriptSuites,
  dockerSuite,
  kustomizationSuite,
  ...gardenSuites,
  kubernetesYamlSuite,
  yamlSuite,
];
