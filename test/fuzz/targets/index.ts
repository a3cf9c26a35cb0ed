import type { FuzzTarget } from "../input.ts";
import { dotenvTarget } from "./dotenv.ts";
import { envFileTarget } from "./envfile.ts";
import { expandTarget } from "./expand.ts";
import { jsonStreamTarget } from "./json-stream.ts";
import { manifestTarget } from "./manifest.ts";
import { podTarget } from "./pod.ts";
import { streamTarget } from "./stream.ts";
import { templateTarget } from "./template.ts";
import { varfileTarget } from "./varfile.ts";
import { yamlInPlaceTarget } from "./yaml-in-place.ts";
import { yamlStreamTarget } from "./yaml-stream.ts";

export const targets: readonly FuzzTarget[] = [
  expandTarget,
  streamTarget,
  jsonStreamTarget,
  yamlStreamTarget,
  envFileTarget,
  dotenvTarget,
  templateTarget,
  manifestTarget,
  podTarget,
  varfileTarget,
  yamlInPlaceTarget,
];
