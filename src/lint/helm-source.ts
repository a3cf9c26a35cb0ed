/** The templates that Helm names in what it renders: `# Source: chart/templates/x.yaml`. */

const SOURCE = /^# Source: (\S[^\r\n]*?)[ \t]*$/gm;

/** A function from ascending offsets in a text to the template that was named last before. */
export function helmSources(text: string): (offset: number) => string | undefined {
  const found = [...text.matchAll(SOURCE)];
  let next = 0;
  return (offset) => {
    while (next < found.length && found[next]!.index <= offset) next++;
    return found[next - 1]?.[1];
  };
}
