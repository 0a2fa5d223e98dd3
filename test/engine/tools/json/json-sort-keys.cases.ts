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
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }],
    ['1e400', '1e400'],
    ['{}', '{}'],
    ['{"b":1,"a":2}', '{\n  "a": 2,\n  "b": 1\n}'],
    ['{"b":1,"a":2}', '{\n\t"a": 2,\n\t"b": 1\n}', { indent: 'tab' }],
    [
      '{"\uff21":1,"😀":2,"é":3,"a":4,"B":5,"10":6,"9":7,"":8,"__proto__":9}',
      '{"":8,"10":6,"9":7,"B":5,"__proto__":9,"a":4,"é":3,"😀":2,"\uff21":1}',
      oneLine,
      'by UTF-16 code units: upper case first, U+1F600 before U+FF21',
    ],
    [
      '{"b":0,"\\u0061":1,"a":2,"\\u0061":3}',
      '{"\\u0061":1,"a":2,"\\u0061":3,"b":0}',
      oneLine,
      'names by their value, equal ones in their order',
    ],
    ['{"a":1,"b":2,"a":3}', '{"b":2,"a":1,"a":3}', { order: 'desc', indent: 0 }],
    ['[{"b":1,"a":[3,1,{"d":1,"c":2}]}]', '[{"a":[3,1,{"c":2,"d":1}],"b":1}]', oneLine, 'arrays stay in order'],
    ['{"b":{"z":1,"y":2},"a":[{"z":1,"y":2}]}', '{"a":[{"z":1,"y":2}],"b":{"z":1,"y":2}}', { deep: false, indent: 0 }],
    [
      '[{"b":{"z":1,"y":2},"a":1},[{"b":1,"a":2}]]',
      '[{"a":1,"b":{"z":1,"y":2}},[{"b":1,"a":2}]]',
      { deep: false, indent: 0 },
    ],
    [
      '[{"b":1},{"a":2,"A":1},[2],[10],"b","B","10",10,9.0,1e400,-1e400,true,false,null]',
      '[null,false,true,-1e400,9.0,10,1e400,"10","B","b",[10],[2],{"A":1,"a":2},{"b":1}]',
      { sortArrays: true, indent: 0 },
      'sortArrays: by kind, then by value',
    ],
    [
      '[2e400,12345678901234567891,-2e400,1e400,12345678901234567890,-1e400,99e399,1e-500,0,-1e-500,1.0,1]',
      '[-2e400,-1e400,-1e-500,0,1e-500,1.0,1,12345678901234567890,12345678901234567891,1e400,2e400,99e399]',
      { sortArrays: true, indent: 0 },
      'numbers that are one double, by their digits',
    ],
    ['{"a":[[2,1],[1]]}', '{"a":[[2,1],[1]]}', { sortArrays: true, order: 'desc', indent: 0 }],
    ['[2,[3,1],1]', '[1,2,[3,1]]', { sortArrays: true, deep: false, indent: 0 }],
    [
      '[["b",1],["a",{"b":1,"a":2}],2]',
      '[2,["a",{"b":1,"a":2}],["b",1]]',
      { sortArrays: true, deep: false, indent: 0 },
    ],
    ['[1.0,1,1e0,0]', '[0,1.0,1,1e0]', { sortArrays: true, indent: 0 }, 'equal numbers keep their order'],
    ['['.repeat(501), { error: 'line 1, column 501: nested deeper than 500 levels' }],
    ['{}', { error: 'steps[0].config.order must be one of: asc, desc' }, { order: 'up' }],

    // RFC 8785, sections 3.2.2 and 3.2.3
    [
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
      canonical,
      'the example of RFC 8785',
    ],
    [
      '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
      canonical,
      'the order of RFC 8785',
    ],
    [
      '[0,-0.0,5e-324,-5e-324,1.7976931348623157e308,9007199254740992,295147905179352830000,9.999999999999997e22,1e23,1.0000000000000001e23,999999999999999700000,1e21,9.999999999999997e-7,0.000001,333333333.3333332,333333333.33333325,-0.0000033333333333333333,1424953923781206.2]',
      '[0,0,5e-324,-5e-324,1.7976931348623157e+308,9007199254740992,295147905179352830000,9.999999999999997e+22,1e+23,1.0000000000000001e+23,999999999999999700000,1e+21,9.999999999999997e-7,0.000001,333333333.3333332,333333333.33333325,-0.0000033333333333333333,1424953923781206.2]',
      canonical,
      'numbers of RFC 8785, appendix B',
    ],
    [
      '{ "b" : [2, 1], "a" : 1 }',
      '{"a":1,"b":[2,1]}',
      { canonical: true, order: 'desc', deep: false, sortArrays: true, indent: 4 },
      'canonical has no white space, whatever the other options',
    ],
    ['"a\u2028\u007f"', '"a\u2028\u007f"', canonical],
    ['{"__proto__":1,"A":2}', '{"A":2,"__proto__":1}', canonical],
    ['{"a":{"b":1,"\\u0062":2}}', { error: 'an object has the name "b" twice' }, canonical],
    ['["\\ud800"]', { error: 'a lone surrogate in a string has no canonical form' }, canonical],
    ['{"\udc00":1}', { error: 'a lone surrogate in a string has no canonical form' }, canonical],
    ['[1e400]', { error: 'the number 1e400 is out of range for the canonical form' }, canonical],
    ['1e-400', '0', canonical],
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
