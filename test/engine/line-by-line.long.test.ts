import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CatalogueEntry, loadCatalogue } from '#engine/catalogue/catalogue.js';
import { line } from '../support/line-texts.js';
import { isFullForm } from '../support/sample-size.js';
import { configsOf, outputOf } from '../support/tool-configs.js';

const catalogue = await loadCatalogue();
const lineEnds = ['\n', '\r\n', '\r'] as const;

/**
 * Tools that are not marked although the pieces of their examples show no difference: they do not work line by line, or
 * not with exactly the same line ends.
 */
const notLineByLine: Readonly<Record<string, string>> = {
  'charset-converter': 'a line end is a byte like others, and bytes that are decoded may be line ends',
  'comment-remover': 'comments and strings go over line ends',
  'line-ending-converter': 'cr makes a lone \\r of \\n, and what is done to the last line end is done once',
  'mime-header-converter': 'a header may continue in the next line with another encoded word',
  'number-formatter': 'what a number in running text is depends on what stands around it, blanks of all kinds included',
  'pii-redactor': 'phone numbers and the like may go over line ends',
  pseudonymizer: 'phone numbers and the like may go over line ends',
  'quoted-printable-converter': 'lines end softly like the first one, and are joined with the next',
  'regex-replace': 'a pattern may match line ends and the ends of the text, and the number of places may be limited',
  'remove-ansi-codes': 'the control strings of images may contain line ends',
  'secret-redactor': 'private keys contain line ends',
  'string-unescape': 'a backslash at the end of a line joins it with the next',
  'strip-html-tags': 'tags may contain line ends',
  'translate-characters': 'written or squeezed line ends may become adjacent',
  'trim-lines': 'the removal of a last line without a line end also removes the line end before it',
  'url-defanger': 'the characters around an address, with line ends, decide if it is one',
};

const ended = fc.tuple(line, fc.constantFrom(...lineEnds)).map(([text, lineEnd]) => text + lineEnd);
const endedText = fc.array(ended, { minLength: 1, maxLength: 4 }).map((lines) => lines.join(''));
const anyText = fc.tuple(fc.array(ended, { maxLength: 3 }), line).map(([lines, last]) => lines.join('') + last);

/** Returns why a tool does not work line by line on these two texts; undefined if it does. */
function difference(entry: CatalogueEntry, a: string, b: string, config: unknown): string | undefined {
  if (a.endsWith('\r') && b.startsWith('\n')) return undefined;
  const [whole, first, second] = [a + b, a, b].map((text) => outputOf(entry, text, config));
  const joined = first === undefined || second === undefined ? undefined : first + second;
  const details = () => JSON.stringify({ config, a, b, whole, first, second });
  if (whole !== joined) return `the pieces give a different text: ${details()}`;
  if (first === undefined || first === '') return undefined;
  const endsLine = a.endsWith('\n') ? first.endsWith('\n') : /[\r\n]$/.test(first);
  return endsLine ? undefined : `the line does not end: ${details()}`;
}

/** How many random texts a tool converts over all its configs, and at least with each. */
const runs = isFullForm ? { all: 600, least: 60 } : { all: 100, least: 6 };

/** The texts of a tool's examples in a row, with all kinds of line ends: in the usual form, with one kind for each two. */
function examplePairs({ tool }: CatalogueEntry): [string, string][] {
  const inputs = tool.examples.map(({ input }) => input);
  const withEnds = (text: string, lineEnd: string) => text.replaceAll(/\r\n|\r|\n/g, lineEnd);
  const allEnds = lineEnds.flatMap((end) => lineEnds.map((other) => [end, other] as const));
  const two = inputs.flatMap((first) => inputs.map((second) => [first, second] as const));
  return two.flatMap(([first, second], index) =>
    allEnds
      .filter((_, at) => isFullForm || at === index % allEnds.length)
      .flatMap(([end, other]): [string, string][] => [
        [withEnds(first, end) + end, withEnds(second, other)],
        [withEnds(first, end) + end, withEnds(second + other + first, other)],
      ]),
  );
}

for (const entry of catalogue.values()) {
  const { slug } = entry.tool;
  const marked = configsOf(entry).filter((config) => entry.tool.isLineByLine(config));
  if (marked.length === 0) continue;
  describe(slug, () => {
    test('gives the same result for a text as for its lines', () => {
      for (const config of marked) {
        for (const [a, b] of examplePairs(entry)) assert.equal(difference(entry, a, b, config), undefined);
        fc.assert(
          fc.property(endedText, anyText, (a, b) => assert.equal(difference(entry, a, b, config), undefined)),
          { seed: 6, numRuns: Math.max(runs.least, Math.ceil(runs.all / marked.length)) },
        );
      }
    });
  });
}

/** Whether texts from the examples, with their options, give the same in pieces; at least one must not be refused. */
function looksLineByLine(entry: CatalogueEntry): boolean {
  const configs = entry.tool.examples.map(({ config = {} }) => {
    const filled = structuredClone(config);
    entry.validateConfig(filled);
    return filled;
  });
  return configs.some((config) => {
    const pairs = examplePairs(entry);
    return (
      !entry.tool.isLineByLine(config) &&
      pairs.some(([a, b]) => outputOf(entry, a + b, config)) &&
      pairs.every(([a, b]) => difference(entry, a, b, config) === undefined)
    );
  });
}

if (isFullForm) {
  test('a tool that seems to work line by line is marked, or has a known reason not to be', () => {
    const unmarked = [...catalogue.values()].filter(looksLineByLine).map(({ tool }) => tool.slug);
    assert.deepEqual(unmarked, Object.keys(notLineByLine).toSorted());
  });
}
