import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { alphabeticalKey, sortAlphabetically, sortByText } from '#engine/text/order/alphabetical-order.js';
import { collationOrder } from '#engine/text/order/collation-sort.js';
import { isFullForm, sampleSize } from '../../../support/sample-size.js';

const { compare } = new Intl.Collator('en');
/** The definition, literally. */
const reference = (a: string, b: string) => compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);

/** Sorts by ranks even if there are few lines. */
function sortByRanks(lines: readonly string[]): string[] {
  const byIndex = (a: number, b: number) => reference(lines[a] ?? '', lines[b] ?? '');
  return Array.from(collationOrder(lines, { ascii: byIndex, other: byIndex }), (index) => lines[index] ?? '');
}

/** The definition for texts whose long runs of marks are broken first: see `alphabeticalKey`. */
const brokenReference = (a: string, b: string) =>
  compare(alphabeticalKey(a).collated, alphabeticalKey(b).collated) || (a < b ? -1 : a > b ? 1 : 0);

/** Asserts that the lines are the same and in order, which is faster than to sort them again. */
function assertSorted(sorted: readonly string[], lines: readonly string[], order = reference): void {
  for (let at = 1; at < sorted.length; at++) {
    const [a = '', b = ''] = [sorted[at - 1], sorted[at]];
    if (order(a, b) > 0) assert.fail(`${escaped(a)} before ${escaped(b)}`);
  }
  assert.ok(sameItems(sorted, lines), 'the lines are not the same');
}

function sameItems(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [a.toSorted(), b.toSorted()];
  return left.length === right.length && left.every((line, at) => line === right[at]);
}

function escaped(text: string): string {
  return Array.from(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join('');
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}

const marks = [...range(0x300, 0x314), '\u0323', '\u0328', '\u0338', '\u0342', '\u0345'];
const ligatures = [...'ßẞæÆǽœŒĳĲŉǄǅǆǱǳʣ…‼№™½Ⅷ㎏', ...range(0xfb00, 0xfb06)];

/** Characters that interact, expand, or have no weight. */
const alphabets: Readonly<Record<string, readonly string[]>> = {
  ASCII: range(0, 0x7f),
  'Latin-1 and Latin Extended-A': range(0, 0x17f),
  'l· and its neighbours': [...'kKlLmM ·.\u0387\u0140\u013f\u2027', '\u0301', '\u00ad'],
  'Latin Extended-B and IPA': range(0x180, 0x2ff),
  'Latin letters and marks': [...'aAeEoOlsnå', ...marks, 'é', 'ệ', 'ø', '\u034f'],
  Greek: [...range(0x370, 0x3ff), ...range(0x1f00, 0x1f20), ...range(0x1fb0, 0x1fff), '\u0301', '\u0345'],
  Cyrillic: [...range(0x400, 0x4ff), '\u0306', '\u0308', '\u030f'],
  'Hebrew and Arabic': [...range(0x5b0, 0x6d5), ' '],
  'Armenian and Georgian': [...range(0x531, 0x58f), ...range(0x10a0, 0x10ff)],
  Thai: [...range(0xe01, 0xe5b), ' ', '\u0301', '\u034f', '\u00ad', '·', 'é'],
  'Thai and Lao': [...range(0xe01, 0xe5b), ...range(0xe81, 0xedf), 'a'],
  'Tamil, Sinhala and Burmese': [...range(0xb82, 0xbd7), ...range(0xd85, 0xddf), ...range(0x1000, 0x1039), 'a'],
  'Hangul jamo': [...range(0x1100, 0x1113), ...range(0x115f, 0x1178), ...range(0x11a7, 0x11c4), ...'가각까힣an一'],
  Hangul: [...range(0xac00, 0xac3f), 'a', 'か', '一', '\u1100', '\u11a8'],
  Kana: [...range(0x3031, 0x30ff), ...range(0xff61, 0xff9f)],
  Ideographs: [...range(0x4e00, 0x4e80), ...range(0x9fa0, 0x9fff), ...range(0x3400, 0x3410), ...range(0xfa0e, 0xfa40)],
  Ligatures: [...ligatures, ...'aefflsijnoztxk12/.!', '\u0301', '\u0338'],
  Punctuation: [...range(0x2000, 0x206f), ...range(0x20, 0x40), 'a'],
  Symbols: [...range(0x2150, 0x218f), ...range(0x2460, 0x24ff), ...'019aiIvVxX()./'],
  Emoji: [...'🚀😀👍🏽👩💻🇩🇪🆗❤⏱12ok#', ...range(0x1f3f0, 0x1f410), '\ufe0f', '\u200d', '\u20e3', '\ud83d', '\ude80'],
  'special characters': [
    '\0',
    '\t',
    '\x85',
    '\u00ad',
    '\u034f',
    '\u200b',
    '\u200d',
    '\ufdd1',
    '\ufffe',
    '\uffff',
    ...'ab·',
  ],
  'lone surrogates': ['\ud800', '\ud83d', '\udbff', '\udc00', '\ude80', '\udfff', 'a', 'é', '🚀'],
};

describe('the collator’s order', () => {
  for (const [name, characters] of Object.entries(alphabets)) {
    // Of a large alphabet, the usual form combines each character with about 60 others.
    const step = isFullForm ? 1 : Math.ceil(characters.length / 60);
    test(`of ${step === 1 ? 'all' : 'many'} combinations of two characters: ${name}`, () => {
      const pairs = characters.flatMap((a, i) => characters.filter((_, j) => (i + j) % step === 0).map((b) => a + b));
      const lines = ['', ...characters, ...pairs];
      assertSorted(sortByRanks(lines), lines);
    });
  }
  test('of all combinations of three characters that contract, expand or have no weight', () => {
    const characters = [...'alLsße·\u0387и\u0e40\u0e01가\u1100\u11a8', '\u0301', '\u0306', '\u00ad', '🚀', '\ud83d'];
    const pairs = characters.flatMap((a) => characters.map((b) => a + b));
    const lines = pairs.flatMap((pair) => characters.map((c) => pair + c));
    assertSorted(sortByRanks(lines), lines);
  });

  test('of all combinations of three characters of Thai, whose vowels are partly written before their consonant', () => {
    const characters = [...'กหอเแไๅๆฯาำิุู็่้์ํฺalé·', '\u0301', '\u034f', '\u00ad', '\u0ec0', '\u0e81'];
    const pairs = characters.flatMap((a) => characters.map((b) => a + b));
    const lines = pairs.flatMap((pair) => characters.map((c) => pair + c));
    assertSorted(sortByRanks(lines), lines);
  });

  test('of random lists, with ties by code unit, in both directions', () => {
    const runs = sampleSize(100_000);
    // Each list is generated from a seed, because fast-check takes longer to make the lines than the rest of the test.
    const everything = { ...alphabets, 'the whole BMP': range(0, 0xffff), 'planes 0 to 2': range(0, 0x2ffff) };
    let lists = 0;
    let longLists = 0;
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(everything)), fc.integer(), (characters, seed) => {
        const random = generator(seed);
        const isLong = random(20) === 0;
        const lines = randomLines(random, characters, isLong ? 100 + random(150) : random(14));
        const sorted = isLong ? sortAlphabetically(lines, 'asc') : sortByRanks(lines);
        assertSorted(sorted, lines, isLong ? brokenReference : reference);
        if (isLong) assert.deepEqual(sortAlphabetically(lines, 'desc'), sorted.toReversed());
        lists++;
        if (isLong) longLists++;
      }),
      { seed: 4, numRuns: runs },
    );
    assert.equal(lists, runs);
    assert.ok(longLists > runs / 50);
  });
});

/** Numbers below a limit, from a linear congruential generator (Numerical Recipes). */
function generator(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Lines of few different characters, so that many are similar; sometimes with a common prefix. */
function randomLines(random: (limit: number) => number, characters: readonly string[], count: number): string[] {
  const few = Array.from({ length: 2 + random(9) }, () => characters[random(characters.length)] ?? '');
  const textOf = (length: number) => Array.from({ length }, () => few[random(few.length)]).join('');
  const start = random(4) === 0 ? textOf(random(30)) : '';
  const longest = random(10) === 0 ? 60 : 1 + random(8);
  return Array.from({ length: count }, () => start + textOf(random(longest + 1)));
}

describe('long lists', () => {
  const random = generator(5);
  const words = Array.from({ length: 800 }, () => randomLines(random, [...'abcdeéßAB '], 1).join());
  const sizes = { 'with 14 bits for the index': 8_200, 'with 17 bits for the index': 70_000 };
  for (const [name, count] of Object.entries(sizes)) {
    test(`${count} lines, ${name}`, () => {
      const lines = Array.from(
        { length: count },
        () => `${words[random(words.length)]} ${words[random(words.length)]}`,
      );
      const sorted = sortAlphabetically(lines, 'asc');
      assertSorted(sorted, lines);
      assert.deepEqual(sortAlphabetically(lines, 'desc'), sorted.toReversed());
    });
  }
  test('equal lines are all kept', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => (index % 3 === 0 ? 'Straße' : 'strasse'));
    const sorted = sortAlphabetically(lines, 'asc');
    assert.equal(sorted.indexOf('Straße'), 3_333);
    assert.equal(sorted.lastIndexOf('strasse'), 3_332);
  });
});

test('lines that differ at increasing positions are sorted without deep recursion', () => {
  const lines = Array.from({ length: 1_500 }, (_, line) => `${'ab'.repeat(line * 2)}c`);
  const ideographs = range(0x4e00, 0x5dff);
  const stairs = Array.from({ length: 1_500 }, (_, line) => `${ideographs.slice(0, line * 2).join('')}一${line}`);
  for (const all of [lines, stairs, [...lines, ...stairs]]) assertSorted(sortAlphabetically(all, 'asc'), all);
});

test('items with the same text keep their order, in short lists and in long ones', () => {
  const random = generator(6);
  for (const count of [20, 2_000]) {
    const texts = randomLines(random, ['a', 'A', 'é', 'ß', 'ก', 'e\u0301'], count).map((text) => text.slice(0, 2));
    const items = texts.map((text, index) => ({ text, index }));
    const expected = items.toSorted((a, b) => reference(a.text, b.text) || a.index - b.index);
    assert.deepEqual(
      sortByText(items, ({ text }) => text),
      expected,
    );
  }
});

describe('long lines take linear time', () => {
  /** The lines differ in a few characters at the end, or not at all. */
  const lines = (start: (line: number) => string) =>
    Array.from({ length: 120 }, (_, line) => `${start(line)}${line % 50}`);
  const long = 'The quick brown fox. '.repeat(5_000);
  const starts: Readonly<Record<string, (line: number) => string>> = {
    'with a long common prefix': () => long,
    'with a long common prefix that only the collator can place': () => 'ເ'.repeat(10_000),
    'of Thai vowels before their consonant': (line) => (line % 2 === 0 ? 'เก' : 'เก่').repeat(5_000),
    'that differ only in case, from the start': (line) => (line % 2 === 0 ? long : long.toUpperCase()),
    'that expand everywhere': (line) => (line % 2 === 0 ? 'ß…' : 'ss...').repeat(5_000),
    'of Hangul syllables': (line) => (line % 2 === 0 ? '가각' : '가각'.normalize('NFD')).repeat(5_000),
    'of letters with separate marks': (line) => (line % 2 === 0 ? 'e\u0301' : 'é').repeat(5_000),
  };
  for (const [name, start] of Object.entries(starts)) {
    test(name, () => {
      const all = lines(start);
      assertSorted(sortAlphabetically(all, 'asc'), all);
    });
  }
});

test('characters that appear later do not change the order', () => {
  const scripts = ['abc', 'жйё', 'αβγ', 'かガー', '漢字', '한국어', '🚀😀', 'אבג', 'ابج', '½№™'];
  const lines: string[] = [];
  for (const script of scripts) {
    lines.push(...[...script].flatMap((a) => Array.from({ length: 20 }, (_, index) => `${a}${index}${script}`)));
    assertSorted(sortAlphabetically(lines, 'asc'), lines);
  }
});
