/** Pure JavaScript on bytes, as fast as we can write it. Never shipped. */
import { expandStringWith } from "./strings.ts";

/**
 * `Buffer.indexOf`, names as Latin-1 strings into a Map, and copies into one output buffer that grows. Takes the rule
 * about invalid UTF-8 after `$` as not there: the inputs it is compared on are ASCII.
 */
export function expandBuffer(input: Buffer, variables: ReadonlyMap<string, Buffer>): Buffer {
  let output = Buffer.allocUnsafe(input.length + (input.length >> 2) + 64);
  let written = 0;
  let literal = 0;
  let closerAhead = true;
  const write = (source: Buffer, start: number, end: number) => {
    if (written + end - start > output.length) {
      const larger = Buffer.allocUnsafe((written + end - start) * 2);
      output.copy(larger, 0, 0, written);
      output = larger;
    }
    source.copy(output, written, start, end);
    written += end - start;
  };
  let dollar = input.indexOf(0x24);
  while (dollar >= 0) {
    const next = input[dollar + 1];
    if (next === 0x28 && closerAhead) {
      const closer = input.indexOf(0x29, dollar + 2);
      if (closer < 0) {
        closerAhead = false;
        dollar = input.indexOf(0x24, dollar + 2);
        continue;
      }
      const value = variables.get(input.toString("latin1", dollar + 2, closer));
      if (value !== undefined) {
        write(input, literal, dollar);
        write(value, 0, value.length);
        literal = closer + 1;
      }
      dollar = input.indexOf(0x24, closer + 1);
    } else if (next === 0x24) {
      write(input, literal, dollar + 1);
      literal = dollar + 2;
      dollar = input.indexOf(0x24, literal);
    } else {
      dollar = input.indexOf(0x24, dollar + 1);
    }
  }
  write(input, literal, input.length);
  return output.subarray(0, written);
}

/** Bytes as a Latin-1 string (which decodes nothing), the string baseline, and back. Values as Latin-1 strings too. */
export function expandLatin1(input: Buffer, variables: ReadonlyMap<string, string>): Buffer {
  return Buffer.from(expandStringWith(input.toString("latin1"), variables), "latin1");
}
