import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'list-json-converter';
const oneLine = { indent: 0 };
const toJson = { direction: 'list-to-json', indent: 0 };
const toList = { direction: 'json-to-list' };
const raw = { trim: false, removeBlank: false, indent: 0 };

export default {
  slug,
  cases: [
    // Direction
    [' \n ', '[]'],
    ['[]', ''],
    [' \n[1]', '1'],
    ['{"a":1}', '["{\\"a\\":1}"]', oneLine],
    ['[1]', '["[1]"]', toJson],
    [
      '[x] milk\n[ ] bread',
      {
        error:
          'invalid JSON (line 1, column 2: expected a value, found "x"); set direction to "list-to-json" if this is a list',
      },
      {},
      'never guesses silently',
    ],
    ['[1,]', { error: 'invalid JSON (line 1, column 3: a comma must not stand before "]")' }, toList],
    ['{"a":1}', { error: 'a list can only be made of an array, and this is an object' }, toList],
    ['null', { error: 'a list can only be made of an array, and this is null' }, toList],
    ['', { error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)' }, toList],
    [
      'a',
      { error: 'steps[0].config.direction must be one of: auto, list-to-json, json-to-list' },
      { direction: 'json' },
    ],
    ['\ufeffa', '["a"]', oneLine, 'a byte order mark is left out'],
    ['\ufeff["a"]', 'a', {}, 'and of JSON'],

    // List to JSON
    ['a\r\nb\nc\rd\r\n', '["a","b","c","d"]', oneLine, 'LF, CRLF and CR; a final line end starts no item'],
    ['\u00a0a\t\n\n \nb', '["a","b"]', oneLine],
    [' a \n\n \nb\n', '[" a ",""," ","b"]', raw],
    [' a \n\n \nb', '["a","","","b"]', { trim: true, removeBlank: false, indent: 0 }],
    [' a \n \n', '[" a "]', { trim: false, indent: 0 }],
    ['a "b" \\\tc\u0001\ud800😀\u2028', '["a \\"b\\" \\\\\\tc\\u0001\\ud800😀"]', oneLine],
    [
      '-1.5\nnull\nfalse\n1e400\n12345678901234567890\nNaN\n0x1\n-0',
      '[-1.5,null,false,"1e400","12345678901234567890","NaN","0x1",-0]',
      { parseTypes: true, indent: 0 },
    ],
    ['a', '[\n\t"a"\n]', { indent: 'tab' }],
    ['__proto__', '["__proto__"]', oneLine],

    // JSON to list
    [
      '["a\\u0041\\"","b\\nc","\ud800",null,true,-0,1e400,12345678901234567890]',
      'aA"\nb\nc\n\ud800\nnull\ntrue\n-0\n1e400\n12345678901234567890',
    ],
    ['[[1, 2], {"a": [ ]}, [], ""]', '[1,2]\n{"a":[]}\n[]\n'],
    [
      '['.repeat(501),
      {
        error:
          'invalid JSON (line 1, column 501: nested deeper than 500 levels); set direction to "list-to-json" if this is a list',
      },
    ],
  ],
  checks: {
    'there and back': () => {
      const line = fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => !/[\r\n]/.test(text) && text !== '');
      fc.assert(
        fc.property(fc.array(line, { minLength: 1 }), (lines) => {
          const json = resultOf(slug, lines.join('\n'), { ...raw, direction: 'list-to-json' });
          assert.deepEqual(
            JSON.parse(json),
            lines[0]?.startsWith('\ufeff') ? [lines[0].slice(1), ...lines.slice(1)] : lines,
          );
          assert.equal(resultOf(slug, JSON.stringify(lines), toList), lines.join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'a line with a JSON scalar survives a round trip with parseTypes': () => {
      fc.assert(
        fc.property(fc.array(fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 1 }), (values) => {
          const json = JSON.stringify(values);
          assert.equal(resultOf(slug, resultOf(slug, json), { parseTypes: true, indent: 0 }), json);
        }),
        { seed: 2, numRuns: sampleSize(100) },
      );
    },
  },
} satisfies ToolCases;
