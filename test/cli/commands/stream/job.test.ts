/** What the options of `varexpand stream` ask for. */
import { expect, test } from "vitest";
import { jobOf, type StreamOptions } from "../../../../src/cli/commands/stream/job.ts";
import { streamCommand } from "../../../../src/cli/commands/stream/stream.ts";
import { parseArguments } from "../../../../src/cli/frame/command.ts";
import { UsageError } from "../../../../src/cli/frame/errors.ts";

const LEAST = ["--server", "nats://h:4222", "--from", "IN", "--to", "out.x"];

function job(...args: string[]) {
  const { options, operands } = parseArguments(streamCommand.options, [...LEAST, ...args])!;
  return jobOf(options as unknown as StreamOptions, operands);
}

test("defaults", () => {
  expect(job()).toEqual({
    servers: ["nats://h:4222"],
    creds: undefined,
    ca: undefined,
    stream: "IN",
    filter: undefined,
    to: "out.x",
    deadLetter: undefined,
    durable: "varexpand-out_x",
    maxDeliver: undefined,
    format: "bytes",
    limit: { messages: 1000, bytes: 64 * 1024 * 1024 },
    endsIdle: false,
  });
});

test.each<[args: string[], asked: object]>([
  [["--json"], { format: "json" }],
  [["--yaml"], { format: "yaml" }],
  [["--pod"], { format: "bytes" }],
  [["--server", "nats://a,tls://b:1"], { servers: ["nats://a", "tls://b:1"] }],
  [["--from", "IN:in.*"], { stream: "IN", filter: "in.*" }],
  [["--from", "IN:in.>"], { stream: "IN", filter: "in.>" }],
  [["--from", "IN:a:b"], { stream: "IN", filter: "a:b" }],
  [["--to", "a.b.c"], { to: "a.b.c", durable: "varexpand-a_b_c" }],
  [["--dead-letter", "bad"], { deadLetter: "bad" }],
  [["--durable", "it"], { durable: "it" }],
  [["--max-deliver", "1"], { maxDeliver: 1 }],
  [["--max-pending", "5"], { limit: { messages: 5, bytes: 64 * 1024 * 1024 } }],
  [["--max-pending", "5,7"], { limit: { messages: 5, bytes: 7 } }],
  [["--max-pending", "5,7Ki"], { limit: { messages: 5, bytes: 7 * 1024 } }],
  [["--max-pending", "5,7Mi"], { limit: { messages: 5, bytes: 7 * 1024 ** 2 } }],
  [["--max-pending", "5,7Gi"], { limit: { messages: 5, bytes: 7 * 1024 ** 3 } }],
  [["--exit-when-idle"], { endsIdle: true }],
  [["--creds", "a", "--tls-ca", "b"], { creds: "a", ca: "b" }],
])("%j", (args, asked) => {
  expect(job(...args)).toMatchObject(asked);
});

test.each<[args: string[], message: string]>([
  [["--server", ""], "--server is required; write --server nats://HOST:PORT"],
  [["--from", ""], "--from is required; write --from STREAM"],
  [["--to", ""], "--to is required; write --to SUBJECT"],
  [
    ["--server", "nats://user:hunter2@h"],
    "--server: other users can see secrets on the command line; use --creds FILE, or set NATS_USER and NATS_PASSWORD in the environment",
  ],
  [["--to", "a.>"], "--to: a.>: the subject of a message cannot contain * or >"],
  ...["a.b", "a*", "a>", "a\\b", "a/b", "a b"].map((name): [string[], string] => [
    ["--from", name],
    `--from: ${name} is not a valid name of a stream; do not use spaces, dots, slashes, *, or >`,
  ]),
  [["--server", "nats://a,"], "--server: empty address; write nats://HOST:PORT"],
  [["--from", "IN:"], "--from: : a subject consists of words separated by single dots"],
  [["--from", ":a"], "--from:  is not a valid name of a stream; do not use spaces, dots, slashes, *, or >"],
  [["--dead-letter", "a.*"], "--dead-letter: a.*: the subject of a message cannot contain * or >"],
  [["--dead-letter", "out.x"], "--dead-letter and --to must be different subjects"],
  [["--durable", "a b"], "--durable: a b is not a valid name of a consumer; do not use spaces, dots, slashes, *, or >"],
  [["--durable", "a/b"], "--durable: a/b is not a valid name of a consumer; do not use spaces, dots, slashes, *, or >"],
  [
    ["--durable", "\u0007"],
    "--durable: \\u0007 is not a valid name of a consumer; do not use spaces, dots, slashes, *, or >",
  ],
  [["--max-deliver", "1.5"], "--max-deliver 1.5: not a positive whole number"],
  [["--max-deliver", "9007199254740992"], "--max-deliver 9007199254740992: not a positive whole number"],
  [["--max-pending", "0"], "--max-pending 0: not a positive whole number"],
  [["--max-pending", "1,0"], "--max-pending 0: not a positive whole number"],
  [["--max-pending", "1,2Ti"], "--max-pending 1,2Ti: write MESSAGES or MESSAGES,BYTES, such as 1000,64Mi"],
  [["x"], "x: stream does not read files; name a stream with --from"],
])("%j asks for nothing that there is", (args, message) => {
  expect(() => job(...args)).toThrow(new UsageError(message));
});
