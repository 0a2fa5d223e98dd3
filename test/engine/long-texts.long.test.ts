import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';

/** A text with which a tool ended its thread or the whole process while it built its result from a million pieces. */
interface LongText {
  readonly name: string;
  readonly slug: string;
  readonly config?: object;
  /** The piece that the text repeats, and the tool's output for each. */
  readonly piece: string;
  readonly output: string;
  readonly between?: string;
  readonly end?: string;
  /** The heap of the thread: 24 MB by default, more for tools with a table or a tree. The engine needs about 10 MB. */
  readonly heapMb?: number;
}

const texts: readonly LongText[] = [
  { name: 'German umlauts', slug: 'slugify', config: { locale: 'de' }, piece: 'äa', output: 'aea' },
  { name: 'letters é', slug: 'unicode-escape-converter', piece: 'é', output: '\\u00E9' },
  { name: 'emoji', slug: 'unicode-escape-converter', piece: '👍', output: '\\u{1F44D}' },
  { name: 'ideographs', slug: 'unicode-escape-converter', piece: '日', output: '\\u65E5' },
  {
    name: 'escapes',
    slug: 'unicode-escape-converter',
    config: { direction: 'decode' },
    piece: '\\u00E9',
    output: 'é',
  },
  {
    name: 'lines of one character',
    slug: 'base64-encode',
    config: { wrap: 1 },
    piece: 'abc',
    output: 'Y\nW\nJ\nj',
    between: '\n',
  },
  {
    name: 'bytes',
    slug: 'binary-converter',
    config: { base: 10 },
    piece: 'a',
    output: '97',
    between: ' ',
  },
  {
    name: 'letters',
    slug: 'morse-code-converter',
    config: { direction: 'encode' },
    piece: 'e',
    output: '.',
    between: ' ',
  },
  {
    name: 'records of one cell',
    slug: 'csv-transpose',
    piece: 'a\n',
    output: 'a',
    between: ',',
    end: '\n',
    heapMb: 48,
  },
  {
    name: 'records of one cell',
    slug: 'csv-filter-rows',
    config: { op: 'all', hasHeaders: false },
    heapMb: 48,
    piece: 'a\n',
    output: 'a\n',
  },
  {
    name: 'records of one cell',
    slug: 'csv-number-formatter',
    config: { columns: [1], decimals: 0, hasHeaders: false },
    heapMb: 48,
    piece: '1\n',
    output: '1\n',
  },
  {
    name: 'records of two cells',
    slug: 'csv-delimiter-converter',
    config: { quoteAll: true },
    heapMb: 48,
    piece: 'a,b\n',
    output: '"a"\t"b"\n',
  },
  { name: 'small elements', slug: 'html-to-markdown', piece: '<p>é</p>', output: 'é', between: '\n\n', heapMb: 48 },
  {
    name: 'small elements',
    slug: 'html-select',
    config: { selector: 'b' },
    heapMb: 48,
    piece: '<b>é</b>',
    output: 'é',
    between: '\n',
  },
  {
    name: 'small tables',
    slug: 'html-table-to-csv',
    config: { pick: 0 },
    heapMb: 48,
    piece: '<table><td>a</table>',
    output: 'a',
    between: '\n\n',
  },
];

/** Pieces in the input of the request; a step repeats it. */
const inputPieces = 400;
/** The output limit of a step, and the length of the texts. A quarter of the usual: faster, and just as significant. */
const maxOutput = 1_000_000;
const longestText = 800_000;

describe('builds the result of a long text with little heap:', () => {
  for (const { name, slug, config = {}, piece, output, between = '', end = '', heapMb = 24 } of texts) {
    test(`${slug} of ${name}`, async () => {
      const longest = Math.max(piece.length, output.length + between.length);
      const times = Math.floor((longestText - end.length) / longest / inputPieces);
      const steps = [
        { toolSlug: 'repeat-text', config: { times } },
        { toolSlug: slug, config },
      ];
      const request = JSON.stringify({ input: piece.repeat(inputPieces), steps });
      const result = await resultOnThread(request, heapMb);
      const expected = `${(output + between).repeat(times * inputPieces - 1)}${output}${end}`;
      // Not strictEqual, which would print the difference of two texts of millions of characters.
      assert.ok(result === expected, `${result.length} characters: ${result.slice(0, 200)}`);
    });
  }
});

/** Returns the result of a request, or its error. A thread that runs out of memory fails the test. */
async function resultOnThread(request: string, heapMb: number): Promise<string> {
  const thread = new Worker(new URL('../support/engine-thread.ts', import.meta.url), {
    workerData: { request: Buffer.from(request), maxOutput },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 4 },
  });
  try {
    const [result] = (await once(thread, 'message')) as [string];
    return result;
  } finally {
    await thread.terminate();
  }
}
