/** What templates see of the world around a project. */
import { NOT_KNOWN_YET, secretValue, type TemplateContext } from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { getOwn, setKey } from "../text/own-keys.ts";

/** `local`, `git`, `secrets` and so on, for templates. What is made of secret variables of `local.env` is secret. */
export function worldOf(world: TemplateContext = {}, secretVariables: readonly string[]): TemplateContext {
  const local = world.local ?? {};
  const secrets = world.secrets ?? {};
  const whole = { git: {}, command: {}, datetime: {}, ...world, local, secrets };
  if (!isMap(local) || !isMap(local.env)) return whole;
  const env = { ...local.env };
  for (const name of secretVariables) {
    const value = getOwn(env, name);
    if (value !== undefined) setKey(env, name, secrets === NOT_KNOWN_YET ? NOT_KNOWN_YET : secretValue(value));
  }
  return { ...whole, local: { ...local, env } };
}
