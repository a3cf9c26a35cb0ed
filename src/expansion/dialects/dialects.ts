/** The dialects of `${NAME}`. */
import { unicodeTest } from "../../text/unicode.ts";
import { BRACES, BRACES_AND_NAMES, UNESCAPED_BRACES_AND_NAMES } from "../../wasm/codes.ts";
import type { Syntax } from "../unexpanded.ts";
import type { YamlRules } from "../variables.ts";
import { evaluateCollector } from "./collector.ts";
import { evaluateCompose } from "./compose.ts";
import type { Evaluation } from "./evaluation.ts";
import { evaluateFlux } from "./flux.ts";
import { evaluateEnvsubst, evaluateOtel } from "./plain.ts";

/** How a dialect differs from the others. */
export interface Dialect {
  /** What the scanner finds. */
  readonly syntax: number;
  /** The names that the scanner may expand. */
  readonly name: Pick<RegExp, "test">;
  /** Whether an unset variable is an error. */
  readonly isStrict: boolean;
  readonly yaml: YamlRules;
  /** Evaluates the reference at a `$`; returns its value, and where it ends. */
  readonly evaluate: (run: Evaluation, dollar: number) => [value: string, end: number];
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const DIALECTS: Readonly<Record<Syntax, Dialect>> = {
  /** `$NAME` and `${NAME}`, as GNU envsubst expands them. */
  envsubst: {
    syntax: UNESCAPED_BRACES_AND_NAMES,
    name: IDENTIFIER,
    isStrict: false,
    yaml: { typing: "text", keepsKeys: false },
    evaluate: evaluateEnvsubst,
  },
  /** Docker Compose's interpolation, as compose-go implements it. */
  compose: {
    syntax: BRACES_AND_NAMES,
    name: IDENTIFIER,
    isStrict: false,
    yaml: { typing: "text", keepsKeys: true },
    evaluate: (run, dollar) => evaluateCompose(run, dollar),
  },
  /** Flux's post-build substitution. */
  flux: {
    syntax: BRACES,
    name: /* @__PURE__ */ unicodeTest(/^\w+$/, "^[\\p{L}\\p{Nd}_]+$"),
    isStrict: true,
    yaml: { typing: "text", keepsKeys: false },
    evaluate: evaluateFlux,
  },
  /** OpenTelemetry's configuration files: those of its SDKs. */
  otel: {
    syntax: BRACES,
    name: IDENTIFIER,
    isStrict: false,
    yaml: { typing: "core", keepsKeys: true },
    evaluate: evaluateOtel,
  },
  /** The configuration of the OpenTelemetry Collector. */
  "otel-collector": {
    syntax: BRACES,
    name: IDENTIFIER,
    isStrict: false,
    yaml: { typing: "value", keepsKeys: true },
    evaluate: evaluateCollector,
  },
};
