import { envFileSuites } from "./env-files.ts";
import { kustomizationSuite } from "./kustomizations.ts";
import { envsubst, goSuites } from "./substitution.ts";
import type { Suite } from "./suite.ts";
import { yamlSuite } from "./yaml.ts";

// biome-ignore lint/suspicious/noExplicitAny: each suite has inputs of its own type.
export const suites: readonly Suite<any>[] = [envsubst, ...goSuites, ...envFileSuites, kustomizationSuite, yamlSuite];
