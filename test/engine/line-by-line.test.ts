import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CatalogueEntry, loadCatalogue } from '../../engine/catalogue.js';
import { maxOutputCharacters } from '../../engine/limits.js';
import { OutputLimit } from '../../engine/tool.js';

const catalogue = await loadCatalogue();
const lineEnds = ['\n', '\r\n', '\r'] as const;

/**
 * Tools that are not marked although pieces of their examples do not tell: what they do is not done line by line, or not
 * with exactly the same line ends.
 */
const notLineByLine: Readonly<Record<string, string>> = {
  'comment-remover': 'comments and strings go over line ends',
  'line-ending-converter': 'cr makes a lone \\r of \\n, and what is done to the last line end is done once',
  'number-formatter': 'what a number in running text is depends on what stands around it, blanks of all kinds included',
  'pii-redactor': 'phone numbers and the like may go over line ends',
  pseudonymizer: 'phone numbers and the like may go over line ends',
  'regex-replace': 'a pattern may match line ends and the ends of the text, and the number of places may be limited',
  'remove-ansi-codes': 'the control strings of images go over line ends',
  'secret-redactor': 'private keys go over line ends',
  'string-unescape': 'a backslash at the end of a line joins it with the next',
  'strip-html-tags': 'tags go over line ends',
  'translate-characters': 'line ends that are written or squeezed may come together',
  'trim-lines': 'when a last line is removed that has no line end, so is the line end before it',
  'url-defanger': 'addresses are told by what stands around them, line ends included',
};

/** What stands in lines: what tools look for, and what text may hold besides. */
const pieces = [
  ...['', ' ', '\t', '  ', 'a', 'B b', 'ABC abc', 'i', 'I am. you', 'e.g.', 'ends. ', 'mc donald', 'iPhone', 'a_b-c'],
  ...[
    'é',
    'e\u0301',
    '\u0301',
    'ß',
    'ΟΔΟΣ',
    'Σ',
    'ς',
    "Σ'",
    'İ',
    'ı',
    'J\u0307',
    'Æ',
    'ǅ',
    '漢字',
    'ｶﾞ',
    '\u1100\u1161',
  ],
  ...[
    '👍',
    '👩\u200d👧',
    '🇩🇪',
    '1\ufe0f\u20e3',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}',
    '\ud83d',
    '\udc4d',
    '\u200d',
    '\u200c',
  ],
  ...[
    '\ufeff',
    '\u00ad',
    '\u00a0',
    '\u2028',
    '\u2029',
    '\x85',
    '\v',
    '\f',
    '\0',
    '\x1b[31m',
    '\x1b]0;t',
    '\x1b',
    '\x07',
  ],
  ...[
    '1',
    '12.5',
    '-0',
    '\u0661',
    '+1 555 0100',
    '2024-01-01',
    '10.0.0.1',
    '::1',
    'a@b.de',
    'a[.]b (dot) c [at] d.e',
    ' [dot] ',
  ],
  ...[
    'http://a.b/?utm_source=1&b=2',
    'https://a.b/(c',
    "'https://a.b/'",
    '*www.a.b?ref=1*',
    'hxxp://a',
    '?s=1',
    'mailto:',
  ],
  ...[
    '%41',
    '%0A',
    '%0D',
    '%C3',
    '%',
    '+',
    '&amp;',
    '&amp',
    '&copy=',
    '&#10;',
    '&#13',
    '&#x',
    '&',
    '\\n',
    '\\u00e9',
    '\\',
    '\\41 ',
  ],
  ...[
    'U+0041',
    'U+0041 ',
    '%u00e9',
    '<b>',
    '</b>',
    '"',
    "'",
    '“',
    '—',
    ' — ',
    '…',
    '`',
    '#',
    '- ',
    '* ',
    '|',
    'Ã©',
    'â€™',
    '=',
  ],
];

const line = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, fc.string()), { maxLength: 4 })
  .map((parts) => parts.join(''));
const ended = fc.tuple(line, fc.constantFrom(...lineEnds)).map(([text, lineEnd]) => text + lineEnd);
const endedText = fc.array(ended, { minLength: 1, maxLength: 4 }).map((lines) => lines.join(''));
const anyText = fc.tuple(fc.array(ended, { maxLength: 3 }), line).map(([lines, last]) => lines.join('') + last);

/** The configs of the examples, and those with each option changed by itself; defaults filled in, only valid ones. */
function configsOf({ tool, validateConfig }: CatalogueEntry): object[] {
  const written = tool.examples.map(({ config = {} }) => config);
  const changed = [{}, ...written].flatMap((base) =>
    Object.entries(tool.config.properties).flatMap(([name, schema]) =>
      valuesOf(schema as OptionSchema).map((value) => ({ ...base, [name]: value })),
    ),
  );
  const configs = [{}, ...written, ...changed]
    .map((config) => structuredClone(config))
    .filter((config) => validateConfig(config) === undefined);
  return [...new Map(configs.map((config) => [JSON.stringify(config), config])).values()];
}

interface OptionSchema {
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly items?: OptionSchema;
}

function valuesOf({ enum: values, type, items }: OptionSchema): readonly unknown[] {
  if (values !== undefined) return values;
  if (type === 'boolean') return [false, true];
  if (type === 'integer') return [1, 2];
  if (type === 'string') return ['', 'a', ' ', '\n', '\r', '\\n', '.\\r', 'a\nb', 'Σ', '👍', '$&'];
  if (type !== 'array' || items === undefined) return [];
  return items.type === 'array'
    ? [[['a', 'b']], [['a', '\n']], [['\n', 'a']]]
    : valuesOf(items).map((value) => [value]);
}

const limit = new OutputLimit(maxOutputCharacters);

/** The output, or undefined if the tool refuses the text. */
function outputOf({ tool }: CatalogueEntry, text: string, config: unknown): string | undefined {
  try {
    return tool.run(text, config, limit);
  } catch (error) {
    assert.equal((error as Error).name, 'ToolError', String(error));
    return undefined;
  }
}

/** Why a tool is not line by line with these two texts; undefined if it is. */
function difference(entry: CatalogueEntry, a: string, b: string, config: unknown): string | undefined {
  if (a.endsWith('\r') && b.startsWith('\n')) return undefined;
  const [whole, first, second] = [a + b, a, b].map((text) => outputOf(entry, text, config));
  const joined = first === undefined || second === undefined ? undefined : first + second;
  const told = () => JSON.stringify({ config, a, b, whole, first, second });
  if (whole !== joined) return `in pieces it is another text: ${told()}`;
  if (first === undefined || first === '') return undefined;
  const endsLine = a.endsWith('\n') ? first.endsWith('\n') : /[\r\n]$/.test(first);
  return endsLine ? undefined : `the line does not end: ${told()}`;
}

/** The texts of a tool's examples, one behind the other, with all kinds of line ends. */
function examplePairs({ tool }: CatalogueEntry): [string, string][] {
  const inputs = tool.examples.map(({ input }) => input);
  const withEnds = (text: string, lineEnd: string) => text.replaceAll(/\r\n|\r|\n/g, lineEnd);
  return inputs.flatMap((first) =>
    inputs.flatMap((second) =>
      lineEnds.flatMap((end) =>
        lineEnds.flatMap((other): [string, string][] => [
          [withEnds(first, end) + end, withEnds(second, other)],
          [withEnds(first, end) + end, withEnds(second + other + first, other)],
        ]),
      ),
    ),
  );
}

for (const entry of catalogue.values()) {
  const { slug } = entry.tool;
  const marked = configsOf(entry).filter((config) => entry.tool.isLineByLine(config));
  if (marked.length === 0) continue;
  describe(slug, () => {
    test('gives for a text what it gives for its lines', () => {
      for (const config of marked) {
        for (const [a, b] of examplePairs(entry)) assert.equal(difference(entry, a, b, config), undefined);
        fc.assert(
          fc.property(endedText, anyText, (a, b) => assert.equal(difference(entry, a, b, config), undefined)),
          { seed: 6, numRuns: Math.max(60, Math.ceil(600 / marked.length)) },
        );
      }
    });
  });
}

/** Whether all texts made of the examples, with the options of each, are the same in pieces; at least one is no refusal. */
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

test('a tool that seems to work line by line is marked, or it is known why not', () => {
  const unmarked = [...catalogue.values()].filter(looksLineByLine).map(({ tool }) => tool.slug);
  assert.deepEqual(unmarked, Object.keys(notLineByLine).toSorted());
});
