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
    { input: ' \n ', output: '[]' },
    { input: '[]', output: '' },
    { input: ' \n[1]', output: '1' },
    { input: '{"a":1}', config: oneLine, output: '["{\\"a\\":1}"]' },
    { input: '[1]', config: toJson, output: '["[1]"]' },
    {
      name: 'never guesses silently',
      input: '[x] milk\n[ ] bread',
      error:
        'invalid JSON (line 1, column 2: expected a value, found "x"); set direction to "list-to-json" if this is a list',
    },
    { input: '[1,]', config: toList, error: 'invalid JSON (line 1, column 3: a comma must not stand before "]")' },
    { input: '{"a":1}', config: toList, error: 'a list can only be made of an array, and this is an object' },
    { input: 'null', config: toList, error: 'a list can only be made of an array, and this is null' },
    {
      input: '',
      config: toList,
      error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)',
    },
    {
      input: 'a',
      config: { direction: 'json' },
      error: 'steps[0].config.direction must be one of: auto, list-to-json, json-to-list',
    },
    { name: 'a byte order mark is left out', input: '\ufeffa', config: oneLine, output: '["a"]' },
    { name: 'and of JSON', input: '\ufeff["a"]', output: 'a' },

    // List to JSON
    {
      name: 'LF, CRLF and CR; a final line end starts no item',
      input: 'a\r\nb\nc\rd\r\n',
      config: oneLine,
      output: '["a","b","c","d"]',
    },
    { input: '\u00a0a\t\n\n \nb', config: oneLine, output: '["a","b"]' },
    { input: ' a \n\n \nb\n', config: raw, output: '[" a ",""," ","b"]' },
    { input: ' a \n\n \nb', config: { trim: true, removeBlank: false, indent: 0 }, output: '["a","","","b"]' },
    { input: ' a \n \n', config: { trim: false, indent: 0 }, output: '[" a "]' },
    { input: 'a "b" \\\tc\u0001\ud800😀\u2028', config: oneLine, output: '["a \\"b\\" \\\\\\tc\\u0001\\ud800😀"]' },
    {
      input: '-1.5\nnull\nfalse\n1e400\n12345678901234567890\nNaN\n0x1\n-0',
      config: { parseTypes: true, indent: 0 },
      output: '[-1.5,null,false,"1e400","12345678901234567890","NaN","0x1",-0]',
    },
    { input: 'a', config: { indent: 'tab' }, output: '[\n\t"a"\n]' },
    { input: '__proto__', config: oneLine, output: '["__proto__"]' },

    // JSON to list
    {
      input: '["a\\u0041\\"","b\\nc","\ud800",null,true,-0,1e400,12345678901234567890]',
      output: 'aA"\nb\nc\n\ud800\nnull\ntrue\n-0\n1e400\n12345678901234567890',
    },
    { input: '[[1, 2], {"a": [ ]}, [], ""]', output: '[1,2]\n{"a":[]}\n[]\n' },
    {
      input: '['.repeat(501),
      error:
        'invalid JSON (line 1, column 501: nested deeper than 500 levels); set direction to "list-to-json" if this is a list',
    },
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
