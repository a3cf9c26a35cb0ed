/**
 * A slow but obviously correct way to find the places where a text can be cut: reads each `$` from the start of the text,
 * and cuts after each line that ends outside a reference.
 */
export function referenceCuts(text: Uint8Array): number[] {
  const cuts = [0];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === 0x0a) cuts.push(at + 1);
    if (text[at] !== 0x24) continue;
    if (text[at + 1] === 0x24) at++;
    else if (text[at + 1] === 0x28) {
      const closer = text.indexOf(0x29, at + 2);
      // A later `)` would close this reference, but a shard that starts after a cut cannot know that.
      if (closer === -1) break;
      at = closer;
    }
  }
  return [...new Set([...cuts, text.length])];
}
