import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { areas, loadKernels, memory } from '#engine/kernels/kernels.js';
import { type ByteList, maxListStrings, readList } from '#engine/kernels/lists.js';

const kernels = loadKernels() ?? assert.fail('this processor has no SIMD');

/** What strings are made of. No halves of surrogate pairs. */
const pieces = [
  ...['https://example.com/a?b=c&d=e', 'a', ' ', '"', '\\', '/', '\t', '\n', '\r', '\b', '\f', '\0', '\x1f', '\x7f'],
  ...['\x80', 'é', 'ÿ', 'слово', '\u07ff', '\u0800', '日本語', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'],
];
const text = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 20 })), { maxLength: 8 })
  .map((parts) => parts.map(([piece, times]) => piece.repeat(times)).join(''));

/** White space between the parts of an array. */
const gap = fc.constantFrom('', '', '', ' ', '\n  ', '\t\r\n', ' '.repeat(40));
/** How a character is written: as JSON.stringify does, or as an escape if it is no half of a pair. */
const writing = fc.constantFrom('usual', 'slashes', 'digits') as fc.Arbitrary<keyof typeof writings>;
const writings = {
  usual: (json: string) => json,
  slashes: (json: string) => json.replaceAll('/', '\\/'),
  digits: (json: string) =>
    json.replace(/[^\\"\ud800-\udfff](?=[^"\\\ud800-\udfff])/g, (character, at: number) =>
      json.lastIndexOf('\\', at) > at - 6
        ? character
        : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
    ),
};

/** An array of JSON without its opening bracket, and the strings in it. */
const array = fc
  .array(fc.tuple(text, gap, gap, writing), { maxLength: 12 })
  .map((parts): { readonly json: string; readonly strings: readonly string[] } => ({
    json: `${parts
      .map(([string, before, after, how]) => `${before}${writings[how](JSON.stringify(string))}${after}`)
      .join(',')}]`,
    strings: parts.map(([string]) => string),
  }));

/** Returns the strings of a list that was just read. */
function stringsOf({ count }: ByteList): string[] {
  return Array.from({ length: count }, (_, index) => {
    const entry = areas.table.start + 8 * index;
    return memory.toString('utf8', memory.readUInt32LE(entry), memory.readUInt32LE(entry + 4));
  });
}

/** Returns what `JSON.parse` reads; undefined if it is no array of strings, or not UTF-8. */
function parsed(json: Uint8Array): readonly string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(json));
  } catch {
    return undefined;
  }
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
}

describe('a list of strings in JSON', () => {
  test('is read, wherever in the bytes', () => {
    fc.assert(
      fc.property(
        array,
        fc.string({ maxLength: 3 }),
        fc.string({ maxLength: 20 }),
        ({ json, strings }, before, after) => {
          const start = Buffer.byteLength(before) + 1;
          const list = readList(kernels, Buffer.from(`${before}[${json}${after}`), start, 100);
          assert.ok(list !== undefined);
          assert.deepEqual(stringsOf(list), strings);
          const all = strings.join('');
          const { units, hasLineEnds, isAscii, end } = list;
          assert.deepEqual(
            { units, hasLineEnds, isAscii, end },
            {
              units: all.length,
              hasLineEnds: /[\n\r]/.test(all),
              isAscii: !/[^\0-\x7f]/.test(all),
              end: start + Buffer.byteLength(json) - 1,
            },
          );
          if (/["\\\0-\x1f]/.test(all)) assert.ok(list.hasEscapes);
        },
      ),
      { seed: 21, numRuns: 3_000 },
    );
  });

  test('is refused if it is malformed, and else is what JSON.parse reads', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
      fc
        .constantFrom('"', '\\', ',', ']', '[', '{}', 'null', '1', '\\u00', '\\ud83d', '\\ude00', '\n', ',,')
        .map((wrong) => Buffer.from(wrong)),
    );
    let refused = 0;
    fc.assert(
      fc.property(
        array,
        bytes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        ({ json }, wrong, at, inserts) => {
          const original = Buffer.from(`[${json}`);
          const place = 1 + Math.floor(at * (original.length - 1));
          const rest = original.subarray(inserts ? place : Math.min(place + wrong.length, original.length));
          const changed = Buffer.concat([original.subarray(0, place), wrong, rest]);
          const list = readList(kernels, changed, 1, 100);
          if (list === undefined) {
            refused++;
            assert.ok(parsed(changed) === undefined || /\\u[dD][89a-fA-F]/.test(changed.toString('latin1')));
          } else assert.deepEqual(stringsOf(list), parsed(changed.subarray(0, list.end + 1)));
        },
      ),
      { seed: 22, numRuns: 5_000 },
    );
    assert.ok(refused > 1_000, `${refused} were refused`);
  });

  for (const [name, json] of [
    ['no end', '"a"'],
    ['nothing', ''],
    ['a comma at the end', '"a",]'],
    ['a comma at the start', ',"a"]'],
    ['no comma', '"a" "b"]'],
    ['a number', '"a",1]'],
    ['an array', '["a"]]'],
    ['white space that JSON does not have', '"a",\f"b"]'],
    ['a string without an end', '"a'],
    ['a high half of a pair', '"\\ud83d"]'],
    ['a pair of escapes', '"\\ud83d\\ude00"]'],
    ['a control character', '"a\n"]'],
  ] as const) {
    test(`is refused: ${name}`, () => assert.equal(readList(kernels, Buffer.from(json), 0, 100), undefined));
  }

  test('is refused if it has more strings than wanted', () => {
    const json = (count: number) => Buffer.from(JSON.stringify(Array(count).fill('')));
    assert.equal(readList(kernels, json(500), 1, 500)?.count, 500);
    assert.equal(readList(kernels, json(501), 1, 500), undefined);
    assert.equal(readList(kernels, json(maxListStrings), 1, maxListStrings)?.count, maxListStrings);
    assert.equal(readList(kernels, json(maxListStrings + 1), 1, maxListStrings), undefined);
    assert.ok(8 * maxListStrings <= areas.table.bytes);
  });

  test('is refused if it has no room', () => {
    const json = Buffer.from(JSON.stringify(['a'.repeat(areas.list.bytes - 3)]));
    assert.deepEqual(readList(kernels, json, 1, 1)?.units, areas.list.bytes - 3);
    assert.equal(readList(kernels, Buffer.concat([json, Buffer.from(' ')]), 1, 1), undefined);
  });
});
