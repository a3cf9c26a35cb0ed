/**
 * The shortest obviously correct `$(NAME)` expansion, on bytes as the kubelet does it. The oracle; never shipped, slow.
 * `lookUp` gets a name's bytes and answers with the value's, or with undefined: the reference stays.
 */
export function referenceExpand(input: Uint8Array, lookUp: (name: Uint8Array) => Uint8Array | undefined): Uint8Array {
  const output: number[] = [];
  for (let i = 0; i < input.length; i++) {
    const next = input[i + 1];
    if (input[i] !== 0x24 || next === undefined) {
      output.push(input[i]!);
    } else if (next === 0x24) {
      output.push(0x24);
      i += 1;
    } else if (next === 0x28) {
      const closer = input.indexOf(0x29, i + 2);
      if (closer < 0) {
        output.push(0x24, 0x28);
        i += 1;
      } else {
        const value = lookUp(input.subarray(i + 2, closer));
        output.push(...(value ?? input.subarray(i, closer + 1)));
        i = closer;
      }
    } else {
      output.push(0x24);
      if (!startsWithCharacter(input.subarray(i + 1))) {
        output.push(0xef, 0xbf, 0xbd);
        i += 1;
      }
    }
  }
  return Uint8Array.from(output);
}

/** Whether the bytes begin with the UTF-8 form of a character: some prefix decodes, strictly, to one code point. */
function startsWithCharacter(bytes: Uint8Array): boolean {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return [1, 2, 3, 4].some((length) => {
    try {
      return [...strict.decode(bytes.subarray(0, length))].length === 1;
    } catch {
      return false;
    }
  });
}
