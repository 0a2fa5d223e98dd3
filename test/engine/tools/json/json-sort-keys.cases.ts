import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-sort-keys';
const oneLine = { indent: 0 };
const canonical = { canonical: true };

export default {
  slug,
  cases: [
    { input: '', error: 'line 1, column 1: expected a value, found the end of the text' },
    { input: '1e400', output: '1e400' },
    { input: '{}', output: '{}' },
    { input: '{"b":1,"a":2}', output: '{\n  "a": 2,\n  "b": 1\n}' },
    { input: '{"b":1,"a":2}', config: { indent: 'tab' }, output: '{\n\t"a": 2,\n\t"b": 1\n}' },
    {
      name: 'by UTF-16 code units: upper case first, U+1F600 before U+FF21',
      input: '{"\uff21":1,"😀":2,"é":3,"a":4,"B":5,"10":6,"9":7,"":8,"__proto__":9}',
      config: oneLine,
      output: '{"":8,"10":6,"9":7,"B":5,"__proto__":9,"a":4,"é":3,"😀":2,"\uff21":1}',
    },
    {
      name: 'names by their value, equal ones in their order',
      input: '{"b":0,"\\u0061":1,"a":2,"\\u0061":3}',
      config: oneLine,
      output: '{"\\u0061":1,"a":2,"\\u0061":3,"b":0}',
    },
    { input: '{"a":1,"b":2,"a":3}', config: { order: 'desc', indent: 0 }, output: '{"b":2,"a":1,"a":3}' },
    {
      name: 'arrays stay in order',
      input: '[{"b":1,"a":[3,1,{"d":1,"c":2}]}]',
      config: oneLine,
      output: '[{"a":[3,1,{"c":2,"d":1}],"b":1}]',
    },
    {
      input: '{"b":{"z":1,"y":2},"a":[{"z":1,"y":2}]}',
      config: { deep: false, indent: 0 },
      output: '{"a":[{"z":1,"y":2}],"b":{"z":1,"y":2}}',
    },
    {
      input: '[{"b":{"z":1,"y":2},"a":1},[{"b":1,"a":2}]]',
      config: { deep: false, indent: 0 },
      output: '[{"a":1,"b":{"z":1,"y":2}},[{"b":1,"a":2}]]',
    },
    {
      name: 'sortArrays: by kind, then by value',
      input: '[{"b":1},{"a":2,"A":1},[2],[10],"b","B","10",10,9.0,1e400,-1e400,true,false,null]',
      config: { sortArrays: true, indent: 0 },
      output: '[null,false,true,-1e400,9.0,10,1e400,"10","B","b",[10],[2],{"A":1,"a":2},{"b":1}]',
    },
    {
      name: 'numbers that are one double, by their digits',
      input: '[2e400,12345678901234567891,-2e400,1e400,12345678901234567890,-1e400,99e399,1e-500,0,-1e-500,1.0,1]',
      config: { sortArrays: true, indent: 0 },
      output: '[-2e400,-1e400,-1e-500,0,1e-500,1.0,1,12345678901234567890,12345678901234567891,1e400,2e400,99e399]',
    },
    { input: '{"a":[[2,1],[1]]}', config: { sortArrays: true, order: 'desc', indent: 0 }, output: '{"a":[[2,1],[1]]}' },
    { input: '[2,[3,1],1]', config: { sortArrays: true, deep: false, indent: 0 }, output: '[1,2,[3,1]]' },
    {
      input: '[["b",1],["a",{"b":1,"a":2}],2]',
      config: { sortArrays: true, deep: false, indent: 0 },
      output: '[2,["a",{"b":1,"a":2}],["b",1]]',
    },
    {
      name: 'equal numbers keep their order',
      input: '[1.0,1,1e0,0]',
      config: { sortArrays: true, indent: 0 },
      output: '[0,1.0,1,1e0]',
    },
    { input: '['.repeat(501), error: 'line 1, column 501: nested deeper than 500 levels' },
    { input: '{}', config: { order: 'up' }, error: 'steps[0].config.order must be one of: asc, desc' },

    // RFC 8785, sections 3.2.2 and 3.2.3
    {
      name: 'the example of RFC 8785',
      input:
        '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
      config: canonical,
      output:
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    },
    {
      name: 'the order of RFC 8785',
      input:
        '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
      config: canonical,
      output:
        '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    },
    {
      name: 'numbers of RFC 8785, appendix B',
      input:
        '[0,-0.0,5e-324,-5e-324,1.7976931348623157e308,9007199254740992,295147905179352830000,9.999999999999997e22,1e23,1.0000000000000001e23,999999999999999700000,1e21,9.999999999999997e-7,0.000001,333333333.3333332,333333333.33333325,-0.0000033333333333333333,1424953923781206.2]',
      config: canonical,
      output:
        '[0,0,5e-324,-5e-324,1.7976931348623157e+308,9007199254740992,295147905179352830000,9.999999999999997e+22,1e+23,1.0000000000000001e+23,999999999999999700000,1e+21,9.999999999999997e-7,0.000001,333333333.3333332,333333333.33333325,-0.0000033333333333333333,1424953923781206.2]',
    },
    {
      name: 'canonical has no white space, whatever the other options',
      input: '{ "b" : [2, 1], "a" : 1 }',
      config: { canonical: true, order: 'desc', deep: false, sortArrays: true, indent: 4 },
      output: '{"a":1,"b":[2,1]}',
    },
    { input: '"a\u2028\u007f"', config: canonical, output: '"a\u2028\u007f"' },
    { input: '{"__proto__":1,"A":2}', config: canonical, output: '{"A":2,"__proto__":1}' },
    { input: '{"a":{"b":1,"\\u0062":2}}', config: canonical, error: 'an object has the name "b" twice' },
    { input: '["\\ud800"]', config: canonical, error: 'a lone surrogate in a string has no canonical form' },
    { input: '{"\udc00":1}', config: canonical, error: 'a lone surrogate in a string has no canonical form' },
    { input: '[1e400]', config: canonical, error: 'the number 1e400 is out of range for the canonical form' },
    { input: '1e-400', config: canonical, output: '0' },
  ],
  checks: {
    'sorts and lays out as jq -S does': (t) => {
      const plain = fc.jsonValue({ noUnicodeString: true }).map((data) => JSON.stringify(data, withoutFractions));
      const texts = fc.sample(plain, { seed: 1, numRuns: sampleSize(100) });
      const expected = shellOracle(t, 'jq -S .', [texts.join('\n')]);
      if (expected === undefined) return;
      assert.equal(texts.map((text) => `${resultOf(slug, text)}\n`).join(''), expected[0]);
    },
    'the canonical form is the same whatever the order, the layout and the escapes': () => {
      fc.assert(
        fc.property(fc.jsonValue(), (data) => {
          const text = resultOf(slug, JSON.stringify(data), canonical);
          assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(data)));
          const disguised = resultOf(slug, JSON.stringify(data, null, 2), { order: 'desc', indent: 'tab' });
          assert.equal(resultOf(slug, disguised, canonical), text);
          assert.equal(resultOf(slug, text, canonical), text);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'sorted arrays keep their items, and sorting is idempotent': () => {
      fc.assert(
        fc.property(fc.array(fc.jsonValue({ maxDepth: 2 })), fc.constantFrom('asc', 'desc'), (items, order) => {
          const config = { sortArrays: true, order, indent: 0 };
          const once = resultOf(slug, JSON.stringify(items), config);
          assert.equal(resultOf(slug, once, config), once);
          assert.equal(once.length, JSON.stringify(items).length);
        }),
        { seed: 3, numRuns: sampleSize(200) },
      );
    },
    'nested arrays are sorted in time': () => {
      const input = `${'[1,{},'.repeat(498)}[${'[],'.repeat(40_000)}1]${']'.repeat(498)}`;
      assertTakesAtMost(125, () => resultOf(slug, input, { sortArrays: true, indent: 0 }));
    },
  },
} satisfies ToolCases;

/** jq reads numbers as doubles and writes some of them in another form than JavaScript. */
function withoutFractions(_: string, data: unknown): unknown {
  return typeof data === 'number' ? Math.trunc(data % 1000) : data;
}
