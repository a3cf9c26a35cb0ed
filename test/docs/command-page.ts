/** The page of a command in docs/commands: what `--help` prints, with the output of the examples. */
import { type Command, type CommandEntry, type Option, valueOf } from "../../src/cli/frame/command.ts";

/** Longer output is cut. */
const MAX_OUTPUT_LINES = 24;

/** Returns the output of a command line, or undefined if it requires something that readers have but tests do not. */
export type RunExample = (commandLine: string) => Promise<string | undefined>;

export async function commandPage(
  { name, summary }: Pick<CommandEntry, "name" | "summary">,
  { description, examples, options, program = `varexpand ${name}`, usage }: Command,
  run: RunExample,
): Promise<string> {
  const synopsis = usage.split("\n").map((line) => `${program} ${line.trim().replace(`${name} `, "")}`);
  const sections = [
    `# ${program}`,
    marked(sentence(summary)),
    fenced("text", synopsis.join("\n")),
    ...description
      .trim()
      .split(/\n{2,}/)
      .map(marked),
    `## Examples`,
  ];
  for (const example of examples) {
    const output = await run(example);
    sections.push(output === undefined ? fenced("sh", example) : fenced("console", `$ ${example}\n${cut(output)}`));
  }
  const rows = Object.entries(options);
  if (rows.length > 0) sections.push("## Options", ...rows.map(optionSection));
  return `${sections.join("\n\n")}\n`;
}

function optionSection([name, option]: readonly [string, Option]): string {
  const { choices, help, short } = option;
  const value =
    option.type === "boolean" ? "" : ` ${choices === undefined ? valueOf(option) : (option.value ?? "VALUE")}`;
  const head = `${short === undefined ? "" : `-${short}, `}--${name}${value}`;
  const text = marked(choices?.some((choice) => help.startsWith(choice)) ? `${help}.` : sentence(help));
  const values = choices === undefined ? "" : ` Values: ${choices.map((choice) => `\`${choice}\``).join(", ")}.`;
  return `### \`${head}\`\n\n${text}${values}`;
}

function sentence(words: string): string {
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

/** Marks options and references as code, and escapes what Markdown would interpret. */
export function marked(text: string): string {
  return text
    .split(/((?<![\w/-])--?[a-zA-Z][\w-]*|\$[({][\w.]+[)}]|"# [^"]*"|(?<!\S)\S*\*\S*(?=[ ,;])|\$+\w*)/)
    .map((part, i) => (i % 2 === 1 ? `\`${part.replaceAll('"', "")}\`` : part.replaceAll(/[*<>[\]]/g, "\\$&")))
    .join("");
}

function cut(output: string): string {
  const lines = output.trimEnd().split("\n");
  const left = lines.length - MAX_OUTPUT_LINES;
  return left > 1 ? `${lines.slice(0, MAX_OUTPUT_LINES).join("\n")}\n... (${left} more lines)` : lines.join("\n");
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
