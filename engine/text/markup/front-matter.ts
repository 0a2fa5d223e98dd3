export interface FrontMatter {
  readonly format: 'yaml' | 'toml';
  /** With a line break before it, so that lines have the numbers that they have in the file. */
  readonly source: string;
  /** Where the text behind it starts. */
  readonly end: number;
}

/** What closes the front matter: YAML may end with the mark of the end of a document. */
const closings = {
  yaml: /(?:\r\n|\n|\r)(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/g,
  toml: /(?:\r\n|\n|\r)\+\+\+[ \t]*(?:\r\n|\n|\r|$)/g,
};

/** Finds the YAML (between lines of `---`) or TOML (of `+++`) that a text starts with. */
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
