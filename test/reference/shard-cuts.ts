/**
 * The shortest obviously correct cuts of a plain text: from its beginning on, what each `$` begins is gone through, and
 * behind a line that ends outside of a reference there is a cut. Never shipped, slow.
 */
export function referenceCuts(text: Uint8Array): number[] {
  const cuts = [0];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === 0x0a) cuts.push(at + 1);
    if (text[at] !== 0x24) continue;
    if (text[at + 1] === 0x24) at++;
    else if (text[at + 1] === 0x28) {
      const closer = text.indexOf(0x29, at + 2);
      // A `)` behind a cut would belong to it, wherever it is: the shard that has the rest does not know.
      if (closer === -1) break;
      at = closer;
    }
  }
  return [...new Set([...cuts, text.length])];
}
