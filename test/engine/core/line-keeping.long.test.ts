import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CatalogueEntry, loadCatalogue } from '#engine/catalogue/catalogue.js';
import { type Options, unmetConditions } from '#gateway/client/line-keeping.js';
import { line } from '../../support/line-texts.js';
import { isFullForm } from '../../support/sample-size.js';
import { configsOf, outputOf } from '../../support/tool-configs.js';

const catalogue = await loadCatalogue();

/** How many random texts a tool converts over all its configs, and at least with each. */
const runs = isFullForm ? { all: 400, least: 25 } : { all: 80, least: 4 };
/** With how many configs a tool converts each character. */
const characterConfigs = isFullForm ? 5 : 1;

const randomRow = line.map((text) => text.replaceAll(/[\r\n]/g, ''));

/** Rows of all kinds, with those of the tool's examples and single code points. */
function rowsFor({ tool }: CatalogueEntry): fc.Arbitrary<string[]> {
  const examples = tool.examples.flatMap(({ input }) => input.split(/[\r\n]/));
  const row = fc.oneof(randomRow, fc.constantFrom(...examples));
  return fc.array(row, { minLength: 1, maxLength: 5 });
}

/** Returns why a tool does not convert each row to one line, independently: undefined if it does. `refused`: it refuses. */
function difference(entry: CatalogueEntry, rows: readonly string[], config: object): string | undefined {
  const whole = outputOf(entry, rows.map((row) => `${row}\n`).join(''), config);
  const alone = rows.map((row) => outputOf(entry, `${row}\n`, config));
  const details = () => JSON.stringify({ config, rows, whole, alone });
  if (alone.includes(undefined)) return whole === undefined ? 'refused' : `only rows are refused: ${details()}`;
  if (whole !== alone.join('')) return `the rows together give a different text: ${details()}`;
  return alone.every((text) => /^[^\r\n]*\n$/.test(text ?? '')) ? undefined : `no row for a row: ${details()}`;
}

const keeps = (entry: CatalogueEntry, config: object) => unmetConditions(entry.tool, config as Options) === undefined;

for (const entry of catalogue.values()) {
  const declared = configsOf(entry, moreTexts()).filter((config) => keeps(entry, config));
  if (entry.tool.keepsLines === false) continue;
  describe(entry.tool.slug, () => {
    test('converts each line to one line, independently, with the options that it declares', () => {
      assert.notEqual(declared.length, 0, 'no config matches the declaration');
      let accepted = 0;
      for (const config of declared) {
        fc.assert(
          fc.property(rowsFor(entry), (rows) => {
            const found = difference(entry, rows, config);
            if (found === undefined) accepted++;
            else assert.equal(found, 'refused');
          }),
          { seed: 8, numRuns: Math.max(runs.least, Math.ceil(runs.all / declared.length)) },
        );
      }
      assert.ok(accepted > 20, `only ${accepted} texts were not refused`);
    });

    test('makes one line of each character', () => {
      const lenient = declared
        .filter((config) => !('invalid' in config) || ['keep', 'replace'].includes(String(config.invalid)))
        .slice(0, characterConfigs);
      for (const config of lenient) {
        const lines = outputOf(entry, `${characters.join('\n')}\n`, config)?.split('\n');
        // The tool refuses characters that it cannot escape.
        if (lines === undefined) continue;
        assert.equal(lines.length, characters.length + 1, JSON.stringify(config));
        assert.ok(!lines.some((text) => text.includes('\r')), JSON.stringify(config));
      }
    });
  });
}

/** Options that may affect line ends: ranges and escapes that contain one, and patterns that may match one. */
function moreTexts(): readonly string[] {
  const hidden = [
    '\t-z',
    '\\x0a',
    '\\u000d',
    '\\\\',
    '\\t',
    '\\-',
    '[^a]',
    '\\s',
    '\\W',
    '.*',
    'a*',
    'a?',
    '(a|)',
    '$',
    '^',
  ];
  const plain = [
    '\\w+',
    '(a|b)+',
    'a{2}',
    '.',
    '[a-z ]+',
    '\\bI\\b',
    '(\\w+) (\\w+)',
    "$'",
    '$`',
    '$1',
    '\\p{L}',
    'a{0}',
  ];
  return [...hidden, ...plain];
}

/** Single code points. Most of those with equal properties are left out. */
const characters = [
  [0, 0x3400],
  [0xa000, 0xac80],
  [0xd7a0, 0x10200],
  [0x1d400, 0x1d500],
  [0x1f000, 0x1fb00],
  [0xe0000, 0xe0200],
].flatMap(([start = 0, end = 0]) =>
  Array.from({ length: end - start }, (_, i) => String.fromCodePoint(start + i)).filter((text) => !/[\r\n]/.test(text)),
);

/** Tools that keep all rows with options of an example that they do not declare, and why they do not declare them. */
const notDeclared: Readonly<Record<string, string>> = {
  'charset-converter': 'bytes that are decoded may be line ends',
  'head-lines': 'longer texts than these lose lines',
  'line-ending-converter': 'with ensureFinal add a row without a line end gets one',
  'number-formatter': 'in running text, what a number is depends on what stands around it, line ends included',
  'pii-redactor': 'phone numbers and the like may contain line ends',
  pseudonymizer: 'phone numbers and the like may contain line ends',
  'quoted-printable-converter': 'longer lines than these are broken',
  'remove-ansi-codes': 'the control strings of images may contain line ends',
  'remove-near-duplicates': 'longer texts than these have paragraphs that repeat',
  'tail-lines': 'longer texts than these lose lines',
  'unicode-escape-converter': 'an escape may stand for a line end',
  'url-defanger': 'the characters around an address, with line ends, decide if it is one',
};

/** Whether a tool keeps rows with the options of an example that it does not declare. */
function seemsToKeepLines(entry: CatalogueEntry): boolean {
  const configs = entry.tool.examples.map(({ config = {} }) => {
    const filled = structuredClone(config);
    entry.validateConfig(filled);
    return filled;
  });
  return configs.some((config) => {
    if (keeps(entry, config)) return false;
    let accepted = 0;
    const { failed } = fc.check(
      fc.property(rowsFor(entry), (rows) => {
        const found = difference(entry, rows, config);
        if (found === undefined) accepted++;
        return found === undefined || found === 'refused';
      }),
      { seed: 8, numRuns: 300 },
    );
    return !failed && accepted > 20;
  });
}

if (isFullForm) {
  test('a tool that seems to keep lines declares it, or has a known reason not to', () => {
    const undeclared = [...catalogue.values()].filter(seemsToKeepLines).map(({ tool }) => tool.slug);
    assert.deepEqual(undeclared, Object.keys(notDeclared).toSorted());
  });
}
