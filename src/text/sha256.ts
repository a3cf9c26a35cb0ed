/** SHA-256 (FIPS 180-4) where nothing else has it without waiting. */

/** The first 32 bits of the fractions of the primes' cube roots, and of the first eight primes' square roots. */
interface Constants {
  readonly rounds: Int32Array;
  readonly start: Int32Array;
}

let constants: Constants | undefined;

function makeConstants(): Constants {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  const fraction = (root: number) => (root % 1) * 2 ** 32;
  return {
    rounds: Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    start: Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  };
}

/** The hash of the bytes, in lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  constants ??= makeConstants();
  const state = constants.start.slice();
  const { length } = bytes;
  // A bit that is set, zeros, and the number of bits fill the last block.
  const blocks = new DataView(new ArrayBuffer((length + 72) & -64));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(length, 0x80);
  blocks.setUint32(blocks.byteLength - 8, length / 2 ** 29);
  blocks.setUint32(blocks.byteLength - 4, length << 3);
  const words = new Int32Array(64);
  for (let block = 0; block < blocks.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getInt32(block + 4 * i);
    mix(state, words, constants.rounds);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mix(state: Int32Array, words: Int32Array, rounds: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + first + words[i - 7]! + second;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const next = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + rounds[i]! + words[i]!) | 0;
    const sum = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + next) | 0;
    d = c;
    c = b;
    b = a;
    a = (next + sum) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** The bits of a word, turned to the right. */
function turned(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}
