import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import type { Span } from '../../text/span.js';
import { TextWriter } from '../../text/text-writer.js';
import { foldCase } from '../../text/unicode/case-folding.js';
import { NearDuplicates } from './remove-near-duplicates/near-duplicates.js';

const config = Type.Object({
  unit: Type.Enum(['lines', 'paragraphs', 'records'], {
    default: 'lines',
    description:
      'What to compare: lines, paragraphs (between blank lines), or records, which are what stands between two delimiters',
  }),
  delimiter: Type.String({
    default: '\n---\n',
    minLength: 1,
    maxLength: 50,
    description: 'Unit records: what divides the text into records',
  }),
  similarity: Type.Number({
    default: 0.8,
    minimum: 0.7,
    maximum: 1,
    description:
      'Least Jaccard index of two near duplicates: the word sequences that both have, divided by those that either has. Every pair that is removed was compared exactly; of the pairs with an index of 0.9, 99.9 % are found, of 0.8 92 %, of 0.7 56 %',
  }),
  ngramSize: Type.Integer({
    default: 5,
    minimum: 1,
    maximum: 10,
    description:
      'How many words in a row are compared; fewer find more in short texts. Texts of at most so many words are duplicates only if all their words are the same. In Chinese, Japanese, Thai and other scripts without spaces, each character is a word',
  }),
  caseSensitive: Type.Boolean({ default: false, description: 'Distinguishes upper and lower case' }),
  seed: Type.String({
    default: '1',
    minLength: 1,
    maxLength: 100,
    description: 'Any text; another seed may find pairs that this one misses',
  }),
  output: Type.Enum(['text', 'clusters'], {
    default: 'text',
    description:
      'What to write: the text without near duplicates, or as JSON each text that stays and has near duplicates, with them, their numbers from 1 and their similarity',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'remove-near-duplicates',
  title: 'Remove near duplicates',
  description:
    'Removes texts that nearly repeat an earlier one, as when cleaning a corpus for language models: lines, paragraphs or records. Compares sequences of five words by MinHash (14 bands of 8 hashes) and keeps the first. Case and punctuation do not count, and texts without letters and digits stay. For lines that are equal use remove-duplicate-lines.',
  // Hashes of all texts that stay, and the buckets of a search: 12 bytes for each of 15 buckets of a short line.
  heapBytesPerCharacter: 80,
  config,
  examples: [
    {
      input:
        'The quick brown fox jumps over the lazy dog near the old river bank today.\nSomething else.\nThe quick brown fox jumps over the lazy dog near the old river bank!',
      config: { similarity: 0.7 },
      output: 'The quick brown fox jumps over the lazy dog near the old river bank today.\nSomething else.',
    },
    {
      input: 'Terms and conditions apply.\n\nNew: a shop in town.\n\nTERMS and conditions apply',
      config: { unit: 'paragraphs' },
      output: 'Terms and conditions apply.\n\nNew: a shop in town.',
    },
    {
      input: 'We use cookies\nWelcome\nwe use cookies.',
      config: { output: 'clusters' },
      output:
        '[\n  {\n    "number": 1,\n    "text": "We use cookies",\n    "duplicates": [\n      {\n        "number": 3,\n        "text": "we use cookies.",\n        "similarity": 1\n      }\n    ]\n  }\n]',
    },
    { input: '***\n***\n', output: '***\n***\n' },
  ],
  // A report of the clusters is no text with fewer of them.
  countItems: (text, { unit, delimiter, output }) => (output === 'text' ? countOf(spansOf[unit](text, delimiter)) : 0),
  run(input, config, limit) {
    const spans = spansOf[config.unit](input, config.delimiter);
    const search = new NearDuplicates(config.caseSensitive ? input : foldCase(input), config);
    return config.output === 'text' ? withoutDuplicates(input, spans, search) : clusters(input, spans, search, limit);
  },
});

const spansOf: Readonly<Record<Config['unit'], (text: string, delimiter: string) => Iterable<Span>>> = {
  lines: lineSpans,
  paragraphs: paragraphSpans,
  records: recordSpans,
};

function countOf(spans: Iterable<Span>): number {
  let count = 0;
  for (const _ of spans) count++;
  return count;
}

/** A text goes with what stands before it, so the gaps between those that stay are their own. */
function withoutDuplicates(input: string, spans: Iterable<Span>, search: NearDuplicates): string {
  const kept = new TextWriter();
  let end = 0;
  for (const span of spans) {
    if (search.add(span) === undefined) kept.write(input.slice(end, span.end));
    end = span.end;
  }
  kept.write(input.slice(end));
  return kept.toString();
}

interface Cluster {
  readonly number: number;
  readonly text: string;
  readonly duplicates: { number: number; text: string; similarity: number }[];
}

function clusters(input: string, spans: Iterable<Span>, search: NearDuplicates, limit: OutputLimit): string {
  const found = new Map<number, Cluster>();
  let number = 0;
  for (const span of spans) {
    number++;
    const match = search.add(span, number);
    if (match === undefined) continue;
    const { original, similarity } = match;
    let cluster = found.get(original.number);
    if (cluster === undefined) {
      cluster = { number: original.number, text: input.slice(original.start, original.end), duplicates: [] };
      found.set(original.number, cluster);
    }
    const text = input.slice(span.start, span.end);
    cluster.duplicates.push({ number, text, similarity: Math.round(similarity * 10_000) / 10_000 });
  }
  const json = new TextWriter(limit);
  json.write('[');
  for (const cluster of [...found.values()].sort((a, b) => a.number - b.number)) {
    json.write(`${json.length > 1 ? ',' : ''}${JSON.stringify([cluster], null, 2).slice(1, -2)}`);
  }
  json.write(found.size === 0 ? ']' : '\n]');
  return json.toString();
}

/** Returns the lines, as `splitLines` finds them. */
function* lineSpans(text: string): Generator<Span> {
  const lineEnd = /\r\n|\n|\r/g;
  let start = 0;
  while (start < text.length) {
    const match = lineEnd.exec(text);
    yield { start, end: match?.index ?? text.length };
    start = match === null ? text.length : lineEnd.lastIndex;
  }
}

/** Returns the paragraphs: lines between blank ones, without the line end behind them. */
function* paragraphSpans(text: string): Generator<Span> {
  let paragraph: Span | undefined;
  for (const line of lineSpans(text)) {
    const isBlank = text.slice(line.start, line.end).trimStart() === '';
    if (!isBlank) paragraph = { start: paragraph?.start ?? line.start, end: line.end };
    else if (paragraph !== undefined) {
      yield paragraph;
      paragraph = undefined;
    }
  }
  if (paragraph !== undefined) yield paragraph;
}

/** Returns what stands between the delimiters, before the first and after the last. */
function* recordSpans(text: string, delimiter: string): Generator<Span> {
  for (let start = 0; ; ) {
    const end = text.indexOf(delimiter, start);
    yield { start, end: end === -1 ? text.length : end };
    if (end === -1) return;
    start = end + delimiter.length;
  }
}
