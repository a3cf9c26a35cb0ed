/** The transcripts; what the commands print is in `test/fixtures/transcripts/NAME.txt`. */
import type { Transcript } from "../transcript.ts";
import { EXPAND } from "./expand.ts";
import { FLUX } from "./flux.ts";
import { GARDEN } from "./garden.ts";
import { LINT } from "./lint.ts";
import { LINT_FOLDERS } from "./lint-folders.ts";
import { OTHERS } from "./others.ts";
import { PODS } from "./pods.ts";

export const TRANSCRIPTS: Readonly<Record<string, Transcript>> = {
  ...EXPAND,
  ...PODS,
  ...LINT,
  ...LINT_FOLDERS,
  ...GARDEN,
  ...FLUX,
  ...OTHERS,
};
