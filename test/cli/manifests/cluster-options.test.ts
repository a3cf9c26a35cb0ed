/** Which values the options about the cluster accept. */
import { expect, test } from "vitest";
import { runInMemory } from "../memory-io.ts";

const POD = "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n";
const pod = (...args: string[]) => runInMemory(["pod", "-", "-o", "env", ...args], { stdin: POD });
const usage = "(see varexpand pod --help)";

test.each(["a", "7", "ab", "a-b", "a--7", "x".repeat(63)])("-n %s is the pod's namespace", async (namespace) => {
  expect(await pod("-n", namespace)).toMatchObject({ code: 0, output: `# Pod/${namespace}/p, container c\n` });
});

test.each(["", "-", "-a", "a-", "A", "a.b", "a/b", "a_b", "é", "a ", "x".repeat(64)])(
  "-n %j is not a valid namespace",
  async (namespace) => {
    const what = "not a valid namespace; use a-z, 0-9, and - (not at the ends)";
    const messages = [`varexpand pod: --namespace ${namespace}: ${what} ${usage}`];
    expect(await pod(`--namespace=${namespace}`)).toMatchObject({ code: 2, output: "", messages });
  },
);

test.each(["", "1.2.3", "1.2.3.256", "::g", "localhost"])("--pod-ip %j is not an IP address", async (ip) => {
  const messages = [`varexpand pod: --pod-ip ${ip}: not an IP address ${usage}`];
  expect(await pod("--pod-ip", "10.0.0.1", `--pod-ip=${ip}`)).toMatchObject({ code: 2, output: "", messages });
});

test.each(["--document-limit", "--expansion-limit"])("%s is a positive whole number", async (option) => {
  expect(await pod(option, "1000")).toMatchObject({ code: 0, messages: [] });
  for (const value of ["0", "1Ki", "-1"]) {
    const messages = [`varexpand pod: ${option} ${value}: not a positive whole number ${usage}`];
    expect(await pod(`${option}=${value}`)).toMatchObject({ code: 2, output: "", messages });
  }
});
