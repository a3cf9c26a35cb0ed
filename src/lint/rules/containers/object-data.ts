/** Values of ConfigMaps and Secrets that the API server rejects. */

import { unsetValues } from "../../../kubernetes/cluster/unset-values.ts";
import { typeName } from "../../../kubernetes/pod/pod-schema.ts";
import { secretValue } from "../../../kubernetes/pod/sources/secret-value.ts";
import { memberOf } from "../../../text/own-keys.ts";
import type { Path } from "../../../yaml/node.ts";

export interface WrongValue {
  readonly path: Path;
  readonly message: string;
  /** The API server accepts the value. */
  readonly atMost?: "warning";
}

const MEMBERS = { ConfigMap: ["data"], Secret: ["data", "stringData"] } as const;

/** The values of an object that are not strings or, in the `data` of a Secret, not base64; and those with a NUL. Placeholders are not wrong. */
export function wrongValues(object: unknown): WrongValue[] {
  const kind = memberOf(object, "kind");
  if (memberOf(object, "apiVersion") !== "v1" || (kind !== "ConfigMap" && kind !== "Secret")) return [];
  const unset = unsetValues(object as object, kind === "Secret" ? "secrets" : "configMaps");
  return MEMBERS[kind].flatMap((member) => {
    const values = memberOf(object, member);
    if (values === undefined || values === null) return [];
    if (typeof values !== "object" || Array.isArray(values)) {
      return [{ path: [member], message: `${member}: expected a mapping, found ${typeName(values)}` }];
    }
    return Object.entries(values).flatMap(([key, value]: [string, unknown]): WrongValue[] => {
      const path = [member, key];
      if (value === null) return [];
      if (typeof value !== "string") {
        return [{ path, message: `${member}.${key}: expected a string, found ${typeName(value)}` }];
      }
      if (value.includes("\0") && !(kind === "Secret" && member === "data")) {
        const problem = "the value has a NUL character, which an environment variable cannot contain";
        return [{ path, message: `${member}.${key}: ${problem}`, atMost: "warning" }];
      }
      const isEncoded = kind === "Secret" && member === "data" && !unset?.has(value);
      if (!isEncoded || "value" in secretValue({ data: { value } }, "value")!) return [];
      return [{ path, message: `${member}.${key}: the value is not base64; write it in stringData, or encode it` }];
    });
  });
}
