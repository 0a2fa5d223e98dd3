import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { type Change, changesBetween } from '../../text/difference/difference.js';
import { wordsAndSpaces } from '../../text/difference/words.js';
import { splitLines } from '../../text/lines/lines.js';
import { otherTextOptions, twoTexts } from '../../text/other-text.js';
import { foldCase } from '../../text/unicode/case-folding.js';
import { unifiedDiff, unifiedLines } from './text-diff/unified-diff.js';

/** Characters that may be compared by less than lines. */
const maxCharacters = { words: 100_000, chars: 50_000 };

/**
 * Maximum number of insertions and deletions in the search for the shortest difference. Its time is quadratic: 5,000
 * take about a tenth of a second.
 */
const maxEdits = { lines: 5_000, words: 5_000, chars: 2_500 };

const config = Type.Object({
  ...otherTextOptions('The text to compare the input with: the newer one'),
  format: Type.Enum(['unified', 'inline', 'json', 'summary'], {
    default: 'unified',
    description:
      'unified is the format of diff -u (lines only), from which patch makes the other text byte for byte if nothing is ignored; inline marks [-removed-] and {+added+} text in the whole text; json lists all stretches; summary counts them',
  }),
  unit: Type.Enum(['lines', 'words', 'chars'], {
    default: 'lines',
    description:
      'What to compare: lines (any number), words, punctuation and white space (up to 100,000 characters), or single characters (up to 50,000). The format unified also compares line ends, as diff does; the other formats do not',
  }),
  context: Type.Integer({
    default: 3,
    minimum: 0,
    maximum: 100,
    description: 'Number of lines around each change in the format unified',
  }),
  caseSensitive: Type.Boolean({ default: true, description: 'When false, upper and lower case are the same' }),
  ignoreWhitespace: Type.Boolean({
    default: false,
    description: 'Treats any white space as one space, and ignores it at the ends of lines',
  }),
});
type Config = Static<typeof config>;

export default defineTool({
  slug: 'text-diff',
  title: 'Compare two texts',
  description:
    'Shows the differences between the input and another text, line by line, word by word or character by character, as the shortest list of changes. If the texts differ in more than 5,000 places (2,500 single characters), everything from the first to the last difference counts as changed.',
  config,
  examples: [
    {
      input: 'one\ntwo\nthree\n',
      config: { other: 'one\n2\nthree\nfour\n' },
      output: '--- input\n+++ other\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n',
    },
    {
      input: 'The quick brown fox',
      config: { other: 'The slow brown fox!', unit: 'words', format: 'inline' },
      output: 'The [-quick-]{+slow+} brown fox{+!+}',
    },
    {
      input: 'colour',
      config: { other: 'color!', unit: 'chars', format: 'inline' },
      output: 'colo[-u-]r{+!+}',
    },
    {
      input: 'a\nb\nc',
      config: { other: 'a\nc\nd\ne', format: 'summary' },
      output: '1 line deleted, 2 lines inserted, 2 lines equal',
    },
    {
      input: 'a\nB',
      config: { other: 'a\nb', format: 'json', caseSensitive: false },
      output: '[{"kind":"equal","items":["a","B"]}]',
    },
    { input: 'a\nb\n===\na\nc\n', config: { separatorLine: '===', format: 'inline' }, output: 'a\n[-b-]\n{+c+}' },
    { input: 'same', config: { other: 'same' }, output: '' },
  ],
  run(input, config, limit) {
    const { unit, format } = config;
    const { text, other } = twoTexts(input, config);
    if (unit !== 'lines' && format === 'unified') {
      throw new ToolError(`format unified is one of lines; with unit ${unit} use inline, json or summary`);
    }
    if (unit !== 'lines' && Math.max(text.length, other.length) > maxCharacters[unit]) {
      throw new ToolError(`texts of more than ${maxCharacters[unit]} characters cannot be compared with unit ${unit}`);
    }
    const itemsOf = format === 'unified' ? unifiedLines : itemsBy(config);
    const [oldItems, newItems] = [itemsOf(text), itemsOf(other)];
    const keys = keyOf(config);
    const changes = changesBetween(oldItems.map(keys), newItems.map(keys), maxEdits[unit]);
    limit.check(changes.length * 10 + text.length + other.length);
    switch (format) {
      case 'unified':
        return unifiedDiff(oldItems, newItems, changes, config.context);
      case 'inline':
        return inline(changes, oldItems, newItems, unit === 'lines' ? '\n' : '');
      case 'json':
        return JSON.stringify(
          changes.map((change) => ({ kind: change.kind, items: itemsIn(change, oldItems, newItems) })),
        );
      case 'summary':
        return summary(changes, unit);
    }
  },
});

function linesOf(text: string): string[] {
  return splitLines(text).lines;
}

function itemsBy({ unit, ignoreWhitespace }: Config): (text: string) => string[] {
  if (unit === 'lines') return linesOf;
  if (unit === 'words') return wordsAndSpaces;
  // White space that counts as one space is one character.
  return ignoreWhitespace ? (text) => text.match(/\s+|./gsu) ?? [] : (text) => [...text];
}

function keyOf({ caseSensitive, ignoreWhitespace, unit }: Config): (item: string) => string {
  return (item) => {
    const cased = caseSensitive ? item : foldCase(item);
    if (!ignoreWhitespace) return cased;
    const spaced = cased.replace(/\s+/g, ' ');
    return unit === 'lines' ? spaced.trim() : spaced;
  };
}

function itemsIn({ kind, count, oldStart, newStart }: Change, oldItems: string[], newItems: string[]): string[] {
  return kind === 'insert' ? newItems.slice(newStart, newStart + count) : oldItems.slice(oldStart, oldStart + count);
}

/** The marks are those of GNU wdiff. */
function inline(changes: readonly Change[], oldItems: string[], newItems: string[], between: string): string {
  const marks = { equal: ['', ''], delete: ['[-', '-]'], insert: ['{+', '+}'] } as const;
  return changes
    .map((change) => {
      const [open, close] = marks[change.kind];
      return `${open}${itemsIn(change, oldItems, newItems).join(between)}${close}`;
    })
    .join(between);
}

const nouns = { lines: 'line', words: 'piece', chars: 'character' };

function summary(changes: readonly Change[], unit: Config['unit']): string {
  const noun = nouns[unit];
  const total = (kind: Change['kind']) =>
    changes.filter((change) => change.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const sentence = (kind: Change['kind'], verb: string) =>
    `${total(kind)} ${noun}${total(kind) === 1 ? '' : 's'} ${verb}`;
  return [sentence('delete', 'deleted'), sentence('insert', 'inserted'), sentence('equal', 'equal')].join(', ');
}
