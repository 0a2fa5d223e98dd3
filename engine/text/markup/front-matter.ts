export interface FrontMatter {
  readonly format: 'yaml' | 'toml';
  /** Starts with a line break, so that lines have the same numbers as in the file. */
  readonly source: string;
  /** Where the text after it starts. */
  readonly end: number;
}

/** Closes the front matter: YAML may also end with the end mark of a document. */
const closings = {
  yaml: /(?:\r\n|\n|\r)(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/g,
  toml: /(?:\r\n|\n|\r)\+\+\+[ \t]*(?:\r\n|\n|\r|$)/g,
};

/** Finds the YAML (between lines of `---`) or TOML (`+++`) at the start of a text. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  const opening = /^(---|\+\+\+)[ \t]*(?=[\r\n])/.exec(text);
  if (opening === null) return undefined;
  const format = opening[1] === '---' ? 'yaml' : 'toml';
  const closing = closings[format];
  closing.lastIndex = opening[0].length;
  const closed = closing.exec(text);
  if (closed === null) return undefined;
  return { format, source: text.slice(opening[0].length, closed.index), end: closed.index + closed[0].length };
}
