/** Names of variables that say whether the value of a Secret is secret. */
import { expect, test } from "vitest";
import { foundBy, pod } from "../../looked.ts";

const found = (name: string) =>
  foundBy(
    "secret-in-command",
    pod(`args: ["--x=$(${name})"]\nenv: [{name: ${name}, valueFrom: {secretKeyRef: {name: s, key: k}}}]`),
  );

test.each(["TOKEN", "USER_PASSWORD", "PORTAL", "DB_URL", "HOSTKEY", "userToken"])("%s can be a secret", (name) => {
  expect(found(name)).toHaveLength(1);
});

test.each(["S3_REGION", "DB_HOST", "POSTGRES_USER", "NAMESPACE", "dbHost", "s3BucketName", "PORT", "db-port"])(
  "%s is not a secret",
  (name) => expect(found(name)).toEqual([]),
);
