import { hostilePieces } from '#bench/engine/hostile-texts.js';
import { type ToolInput, toolInput } from '#bench/engine/tool-inputs.js';
import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { maxInputCharacters } from '#engine/core/limits.js';

/** What a tool is run with: the name of a text that {@link heapInput} makes in any length, and options. */
export interface HeapCase {
  readonly text: string;
  /** Absent for the text that suits the tool, whose options may depend on its length. */
  readonly config?: object;
}

/** The text and the options that benchmarks run the tool with. */
export const suitableCase: HeapCase = { text: 'suitable' };

const tokens = 36 ** 4;
/** The first record of the text that another is compared with. */
const firstOfOther = 75_000;

/** Returns one of 1,679,616 words of at most four characters. All differ, also in lower case, and are in no order. */
function token(index: number): string {
  // The factor and the number of tokens have no common divisor.
  const text = ((index * 1_000_003) % tokens).toString(36);
  return index % 2 === 0 ? text : text.toUpperCase();
}

/** Makes a text of at most this many characters, from one of its records on. */
type TextMaker = (characters: number, entry: CatalogueEntry, start: number) => string;
type Record = (a: string, b: string, index: number) => string;

/** Repeats a record, with two new tokens each time, up to a length. Starts with one of its records. */
function records(characters: number, first: number, open: string, record: Record, close: string): string {
  const parts = [open];
  for (let index = first, length = open.length + close.length; ; index++) {
    const part = record(token(2 * index), token(2 * index + 1), index);
    length += part.length;
    if (length > characters) return `${parts.join('')}${close}`;
    parts.push(part);
  }
}

/** Returns CSV with the header of the text that suits the tool, whose cells all differ. */
function rows(
  characters: number,
  start: number,
  { category, tool }: CatalogueEntry,
  cell: (index: number) => string,
): string {
  const [first = ''] = toolInput(category, tool.slug, 1_000)?.input.split('\n', 1) ?? [];
  const header = first.includes(',') ? first : 'id,name,city';
  const columns = header.split(',').length;
  const row: Record = (_a, _b, index) =>
    `${Array.from({ length: columns }, (_, column) => cell(index * columns + column)).join(',')}\n`;
  return records(characters, start, `${header}\n`, row, '');
}

/**
 * Texts of short parts that all differ. A tool that keeps each distinct line, word, key or cell needs most heap for
 * them, and next to none for one piece that is repeated.
 */
const distinctTexts: Readonly<globalThis.Record<string, TextMaker>> = {
  lines: (characters, _, start) => records(characters, start, '', (a, b) => `${a}\n${b}\n`, ''),
  words: (characters, _, start) =>
    records(characters, start, '', (a, b, index) => `${a} ${b}${index % 4 === 3 ? '\n' : ' '}`, ''),
  numbers: (characters, _, start) =>
    records(characters, start, '', (_a, _b, index) => `${(index * 1_000_003) % tokens}\n`, ''),
  rows: (characters, entry, start) => rows(characters, start, entry, token),
  'rows of numbers': (characters, entry, start) =>
    rows(characters, start, entry, (index) => `${(index * 1_000_003) % tokens}`),
  members: (characters, _, start) => records(characters, start, '{"a":1', (a, b) => `,"${a}":"${b}"`, '}'),
  items: (characters, _, start) => records(characters, start, '["a"', (a, b) => `,"${a}",["${b}"]`, ']'),
  pairs: (characters, _, start) => records(characters, start, '', (a, b) => `${a}=${b}&`, ''),
  sections: (characters, _, start) => records(characters, start, '', (a, b) => `[k${a}]\nb = "${b}"\n`, ''),
  mappings: (characters, _, start) => records(characters, start, '', (a, b) => `k${a}: ${b}\n`, ''),
  addresses: (characters, _, start) =>
    records(characters, start, '', (a, b) => `${a}@${b}.com http://${b}.org/${a}\n`, ''),
  elements: (characters, _, start) => records(characters, start, '', (a, b) => `<a id="${a}">${b}</a>\n`, ''),
  headings: (characters, _, start) => records(characters, start, '', (a, b) => `# ${a}\n[${b}](${a})\n`, ''),
};

export const distinctNames: readonly string[] = Object.keys(distinctTexts).map((name) => `distinct ${name}`);

/** Returns the names of texts that are one piece repeated: an example of the tool, or a hostile piece. */
export function repeatedNames({ tool }: CatalogueEntry): readonly string[] {
  const examples = tool.examples.map(({ input }) => input).filter((input) => input !== '');
  // A parser of Markdown keeps most for the shortest paragraphs.
  return [...examples, 'a\n\n', ...hostilePieces].map((piece) => `repeated ${piece}`);
}

/** Makes the text of a case, of at most this many characters and not many fewer, and its options. */
export function heapInput(entry: CatalogueEntry, { text, config }: HeapCase, characters: number): ToolInput {
  if (config === undefined) {
    // Longer ones take long to make and show nothing more.
    const suitable = toolInput(entry.category, entry.tool.slug, Math.min(characters, 1_000_000));
    if (suitable === undefined) throw new Error(`no text suits ${entry.tool.slug}: add one to tool-inputs.ts`);
    return { ...suitable, input: flat(suitable.input) };
  }
  const [, kind = '', name = ''] = /^(\w+) (.*)$/s.exec(text) ?? [];
  if (kind === 'repeated') {
    return { input: flat(name.repeat(Math.max(1, Math.floor(characters / name.length)))), config };
  }
  const make = distinctTexts[name];
  if (make === undefined) throw new Error(`there is no text of the name ${text}`);
  const input = flat(make(characters, entry, 0));
  if (!('other' in entry.tool.config.properties)) return { input, config };
  // What the text is compared or joined with is also distinct, and partly in the text.
  const other = flat(make(Math.min(characters / 2, maxInputCharacters), entry, firstOfOther));
  return { input, config: { ...config, other } };
}

/** Returns a flat string, as a step gets it: `repeat` and `join` may make a rope. */
function flat(rope: string): string {
  return Buffer.from(rope, 'utf16le').toString('utf16le');
}
