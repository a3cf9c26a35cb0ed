/** Which Services that are not given may announce a variable. */
import { expect, test } from "vitest";
import { servicesAnnouncing } from "../../../../src/kubernetes/pod/sources/service-variables.ts";

const LONG = "A".repeat(63);

test.each([
  ["API_SERVICE_HOST", ["api"]],
  ["API_SERVICE_PORT", ["api", "api-service"]],
  ["API_SERVICE_PORT_HTTP", ["api"]],
  ["MY_API_PORT_80_TCP_ADDR", ["my-api"]],
  ["A_PORT_80_TCP_PORT", ["a", "a-port-80-tcp"]],
  [`${LONG}_SERVICE_PORT_${LONG}`, ["a".repeat(63)]],
  [`${LONG}A_SERVICE_PORT_${LONG}`, []],
  [`${LONG}_SERVICE_PORT_${LONG}A`, []],
  ["API_HOST", []],
  ["_SERVICE_HOST", []],
  ["api_SERVICE_HOST", []],
])("%s: %j", (variable, services) => {
  expect(servicesAnnouncing(variable)).toEqual(services);
});
