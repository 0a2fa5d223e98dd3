export interface FrontMatter {
  readonly format: 'yaml' | 'toml' | 'json';
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

const formatsByName = new Map<string, FrontMatter['format']>([
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['toml', 'toml'],
  ['json', 'json'],
]);

/** Finds YAML (between lines of `---`), TOML (`+++`), or what the first line names (`---json`), at the start of a text. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  const opening = /^(?:---(?:[ \t]*(yaml|yml|toml|json))?|\+\+\+)[ \t]*(?=[\r\n])/i.exec(text);
  if (opening === null) return undefined;
  const closing = closings[text.startsWith('+') ? 'toml' : 'yaml'];
  const format = text.startsWith('+') ? 'toml' : (formatsByName.get((opening[1] ?? 'yaml').toLowerCase()) ?? 'yaml');
  closing.lastIndex = opening[0].length;
  const closed = closing.exec(text);
  if (closed === null) return undefined;
  return { format, source: text.slice(opening[0].length, closed.index), end: closed.index + closed[0].length };
}
