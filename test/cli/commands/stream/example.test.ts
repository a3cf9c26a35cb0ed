import { expect, test } from "vitest";
import { jobOf, type StreamOptions } from "../../../../src/cli/commands/stream/job.ts";
import { streamCommand } from "../../../../src/cli/commands/stream/stream.ts";
import { parseArguments } from "../../../../src/cli/frame/command.ts";
import { runInMemory } from "../../memory-io.ts";

const EXAMPLE = "examples/stream-workers.yaml";

test("the example's workers run a command line that stream takes, with the job's names in it", async () => {
  const { code, output } = await runInMemory(["pod", EXAMPLE, "deploy/orders-workers", "-o", "json"]);
  const [{ args, command }] = JSON.parse(output).spec.template.spec.containers;
  expect([code, command]).toEqual([0, ["varexpand", "stream"]]);
  const { options, operands } = parseArguments(streamCommand.options, args)!;
  expect(jobOf(options as unknown as StreamOptions, operands)).toEqual({
    servers: ["tls://nats.messaging:4222"],
    creds: "/etc/nats/creds/user.creds",
    ca: "/etc/nats/ca/ca.crt",
    stream: "ORDERS",
    filter: "orders.new",
    to: "orders.expanded",
    deadLetter: "orders.failed",
    durable: "varexpand-orders_expanded",
    maxDeliver: undefined,
    format: "json",
    limit: { messages: 1000, bytes: 67_108_864 },
    endsIdle: false,
  });
});
