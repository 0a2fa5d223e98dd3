import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import type { Span } from '../../text/span.js';
import { characterMeasure, fewerTokens, TokenEncoding, tokenMeasure } from '../../text/tokens/tokens.js';
import { offsetForward } from '../../text/unicode/code-points.js';
import { graphemeStart } from '../../text/unicode/graphemes.js';
import { isWhiteSpace } from '../../text/unicode/white-space.js';
import { sentenceEnd, sentenceWords } from '../../text/words/sentences.js';

const config = Type.Object({
  size: Type.Integer({
    default: 2000,
    minimum: 50,
    maximum: 100_000,
    description: 'Maximum number of characters or tokens in a chunk, including the overlap',
  }),
  unit: Type.Enum(['chars', 'tokens'], {
    default: 'chars',
    description:
      'What size and overlap count: characters, or tokens of language models. A chunk has at most so many tokens by itself; together the chunks can have more or fewer than the text, because what is cut is encoded anew',
  }),
  encoding: TokenEncoding,
  overlap: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 50_000,
    description:
      'Number of characters or tokens of the preceding text that a chunk repeats at its start, at most half of size; fewer, to begin with a whole word',
  }),
  boundary: Type.Enum(['none', 'word', 'sentence', 'paragraph'], {
    default: 'paragraph',
    description:
      'Where to end a chunk: at the last paragraph (blank line) that fits, else the last sentence, line or word; the last sentence, line or word; the last word; or exactly at the size (none)',
  }),
  separator: Type.String({ default: '\n---\n', maxLength: 50, description: 'Text between two chunks' }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'chunk-text',
  title: 'Chunk text',
  description:
    'Splits a long text into chunks of limited size for language models and search indexes, at paragraphs or sentences where possible, with an optional overlap. White space at the ends of chunks is dropped; sentences are found by rules of thumb.',
  config,
  examples: [
    {
      input: 'First paragraph, a short one.\n\nSecond paragraph. It has two sentences, the last one long.',
      config: { size: 50 },
      output: 'First paragraph, a short one.\n---\nSecond paragraph.\n---\nIt has two sentences, the last one long.',
    },
    {
      input: 'one two three four five six seven eight nine ten eleven twelve',
      config: { size: 50, overlap: 10, boundary: 'word', separator: ' | ' },
      output: 'one two three four five six seven eight nine ten | nine ten eleven twelve',
    },
    {
      input: 'a'.repeat(60),
      config: { size: 50, boundary: 'none', separator: '\n' },
      output: `${'a'.repeat(50)}\n${'a'.repeat(10)}`,
    },
    {
      input: 'Tokens are parts of words. '.repeat(9),
      config: { size: 50, unit: 'tokens', separator: '\n' },
      output: `${'Tokens are parts of words. '.repeat(8).trim()}\nTokens are parts of words.`,
    },
    { input: 'short enough\n', output: 'short enough' },
  ],
  costClasses: { tokens: ({ unit }) => unit === 'tokens' },
  run(input, config, limit) {
    if (config.overlap * 2 > config.size) {
      throw new ToolError(`overlap must be at most half of size: ${Math.floor(config.size / 2)}`);
    }
    const chunks: string[] = [];
    let length = 0;
    for (const { start, end } of spansOf(input, config)) {
      const chunk = config.boundary === 'none' ? input.slice(start, end) : input.slice(start, end).trim();
      length += chunk.length + (chunks.length > 0 ? config.separator.length : 0);
      limit.check(length);
      chunks.push(chunk);
    }
    return chunks.join(config.separator);
  },
});

/**
 * Returns the parts that become chunks, with the white space at their ends.
 *
 * Each starts where the previous one ends, minus the overlap. So it adds `size - overlap` characters, or fewer if it
 * ends at a boundary. Of any five in a row two end at boundaries of the same rank, and together they span more than
 * that. So the output is at most a few times as long as the input.
 */
function* spansOf(text: string, { size, overlap, boundary, unit, encoding }: Config): Generator<Span> {
  const measure = unit === 'tokens' ? tokenMeasure(text, encoding) : characterMeasure(text);
  const ranks = boundary === 'none' ? undefined : breakRanks(text);
  const wanted = boundary === 'none' ? 0 : breakRank[boundary];
  const first = ranks === undefined ? 0 : text.search(/\S|$/);
  for (let position = first; position < text.length; ) {
    let start = position === first ? position : overlapStart(ranks, position, measure.back(position, overlap));
    let end = position;
    for (let reach = position === first ? size : size - overlap; ; ) {
      // An emoji can have more tokens than are left.
      const farthest = Math.max(measure.forward(position, reach), offsetForward(text, position, 1));
      end = ranks === undefined ? farthest : lastBreak(text, ranks, position, farthest, wanted);
      const chunk = text.slice(start, end);
      const excess = measure.count(ranks === undefined ? chunk : chunk.trim()) - size;
      if (excess <= 0) break;
      // A single character is never too long, but what it follows may be, if it is cut.
      if (reach <= 1) start = position;
      reach = fewerTokens(reach, excess);
    }
    yield { start, end };
    position = end;
  }
}

/**
 * Returns the last break of the requested rank, or of the next lower one; `farthest` within a word that is too long.
 */
function lastBreak(text: string, ranks: Uint8Array, position: number, farthest: number, wanted: number): number {
  let last = farthest;
  // White space may exceed the size, because it will be dropped.
  while (last < text.length && isWhiteSpace(text.charCodeAt(last))) last++;
  if (last === text.length) return last;
  for (let rank = wanted; rank >= breakRank.word; rank--) {
    for (let offset = last; offset > position; offset--) {
      if ((ranks[offset] ?? 0) >= rank) return offset;
    }
  }
  return graphemeStart(text, farthest, position);
}

/** Returns where the overlap with the previous chunk begins: at a word, unless there is only a part of a long one. */
function overlapStart(ranks: Uint8Array | undefined, position: number, farthest: number): number {
  for (let offset = farthest; ranks !== undefined && offset < position; offset++) {
    if (ranks[offset] !== 0) return offset;
  }
  return farthest;
}

/** What ends before a word: only the previous word, its line, its sentence or its paragraph. */
const breakRank = { word: 1, line: 2, sentence: 3, paragraph: 4 } as const;

/**
 * Ranks the places where a text can be broken: for the offset of each word, the highest {@link breakRank} that ends
 * before it. 0 elsewhere.
 *
 * White space separates words. A blank line ends a paragraph. Sentences are found by rules of thumb; see sentences.ts.
 */
function breakRanks(text: string): Uint8Array {
  const ranks = new Uint8Array(text.length);
  let before = '';
  let end = 0;
  for (const { 0: word, index } of text.matchAll(sentenceWords)) {
    ranks[index] = rankOf(text.slice(end, index), before, word);
    before = word;
    end = index + word.length;
  }
  return ranks;
}

function rankOf(gap: string, before: string, after: string): number {
  const lineEnds = gap === ' ' ? 0 : (gap.match(/\r\n|\n|\r/g)?.length ?? 0);
  if (lineEnds > 1) return breakRank.paragraph;
  if (endsSentence(before, after)) return breakRank.sentence;
  return lineEnds === 1 ? breakRank.line : breakRank.word;
}

function endsSentence(before: string, after: string): boolean {
  const end = sentenceEnd(before, after);
  return end === 'stop' || (end === 'pause' && !/^\P{L}*\p{Ll}/u.test(after));
}
