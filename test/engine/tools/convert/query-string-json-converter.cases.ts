import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'query-string-json-converter';
const oneLine = { indent: 0 };
const nested = { nested: true, indent: 0 };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    ['/find?q=a#top', '{"q":"a"}', { indent: 0 }],
    ['www.example.com/find?q=a/b?', '{"q":"a/b?"}', { indent: 0 }],
    ['q?=a/b', '{"q?":"a/b"}', { indent: 0 }],
    // Direction
    ['', '{}'],
    [' \n', '{}'],
    [
      '',
      { error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)' },
      { direction: 'json-to-query' },
    ],
    [
      '{a}=1',
      {
        error:
          'invalid JSON (line 1, column 2: expected a property name in double quotes, found "a"); set direction to "query-to-json" if this is a query',
      },
    ],
    ['{a}=1', '{"{a}":"1"}', { direction: 'query-to-json', indent: 0 }],
    ['\ufeffa=1', '{"a":"1"}', oneLine, 'a byte order mark is left out'],
    ['\ufeff {"a":1}\n', 'a=1', {}, 'and before JSON'],

    // Reading
    ['\r\n a=1&b= 2 \n', '{"a":"1","b":" 2"}', oneLine, 'white space around it is left out'],
    ['a=1&&b&=2&', '{"a":"1","b":"","":"2"}', oneLine],
    ['a+b=1+2%2B3%20', '{"a b":"1 2+3 "}', oneLine, 'plus is a blank, %2B a plus'],
    ['a=b=c', '{"a":"b=c"}', oneLine, 'everything after the first = is the value'],
    [
      'a=100%&b=%zz%41&c=%ff%c3%a9&d=%e2%82&e=%E2%28x&f=%f0%9f%98%80%ed%a0%80',
      '{"a":"100%","b":"%zzA","c":"\ufffdé","d":"\ufffd","e":"\ufffd(x","f":"😀\ufffd\ufffd\ufffd"}',
      oneLine,
      'malformed escapes stay, bytes that are not UTF-8 become U+FFFD as in browsers',
    ],
    [
      'é=😀&n=\0&s=\ud800',
      '{"é":"😀","n":"\\u0000","s":"\\ud800"}',
      oneLine,
      'characters that needed escapes and have none',
    ],
    [
      '__proto__=1&constructor=2&__proto__=3',
      '{"__proto__":["1","3"],"constructor":"2"}',
      oneLine,
      'names like properties of objects',
    ],
    ['b=1&2=x&1=y', '{"b":"1","2":"x","1":"y"}', oneLine, 'names keep their order'],
    ['https://example.com/a?b=1?2#c?d=3', '{"b":"1?2"}', oneLine, 'the query of a URL'],
    ['https://example.com/a#b?c=1', '{}'],
    ['next=https://example.com/?a=1', '{"next":"https://example.com/?a=1"}', oneLine, 'what only looks like one'],
    ['a[]=1&b[]=2&b[]=3', '{"a[]":"1","b[]":["2","3"]}', oneLine],
    [
      'a[]=1&b[]=2&b[]=3&c=4&c=5&[]=6',
      '{"a":["1"],"b":["2","3"],"c":["4","5"],"[]":"6"}',
      { ...oneLine, arrays: 'brackets' },
    ],
    ['a=1,2&b=3%2C4&c=,&a=5', '{"a":["1","2","5"],"b":"3,4","c":["",""]}', { ...oneLine, arrays: 'comma' }],

    // Nested names
    ['a[b]=1', '{"a[b]":"1"}', oneLine],
    ['a%5Bb%5D=1&a[c][d]=2&a[c][e]=3', '{"a":{"b":"1","c":{"d":"2","e":"3"}}}', nested],
    ['a[0][x]=1&a[1][x]=2&b[]=3&b[]=4', '{"a":[{"x":"1"},{"x":"2"}],"b":["3","4"]}', nested],
    [
      'a[1]=x&b[1]=y&b[0]=z&c[999999999]=w',
      '{"a":{"1":"x"},"b":{"1":"y","0":"z"},"c":{"999999999":"w"}}',
      nested,
      'numbers with gaps or out of order are names',
    ],
    ['a[__proto__][x]=1&__proto__[x]=2', '{"a":{"__proto__":{"x":"1"}},"__proto__":{"x":"2"}}', nested],
    [
      '[a]=1&b[=2&c]=3&d[e=4&f[g]h=5&i[j[k]]=6',
      '{"[a]":"1","b[":"2","c]":"3","d[e":"4","f[g]h":"5","i[j[k]]":"6"}',
      { ...nested, direction: 'query-to-json' },
      'brackets that do not fit are characters',
    ],
    ['a=1&a[b]=2', { error: 'the name "a" has both a value and parts' }, nested],
    ['a[b][]=1&a[b][c]=2', { error: 'the name "a[b]" has both a value and parts' }, nested],
    ['a[][b]=1', '{"a":[{"b":"1"}]}', nested],
    [
      'items[][name]=a&items[][n]=1&items[][name]=b&items[][tags][]=x&items[][tags][]=y&items[][name]=c',
      '{"items":[{"name":"a","n":"1"},{"name":"b","tags":["x","y"]},{"name":"c"}]}',
      nested,
      'items without numbers: a part that the last item has begins the next one',
    ],
    ['a[][b][c]=1&a[][b][d]=2&a[][b][c]=3', '{"a":[{"b":{"c":"1","d":"2"}},{"b":{"c":"3"}}]}', nested],
    ['a[][][b]=1&a[][][b]=2', '{"a":[[{"b":"1"},{"b":"2"}]]}', nested],
    ['a[]=1&a[][b]=2', { error: 'the name "a" has both a value and parts' }, nested],
    [`a${'[b]'.repeat(19)}=1`, `{"a":${'{"b":'.repeat(19)}"1"${'}'.repeat(20)}`, nested],
    [`a${'[b]'.repeat(20)}=1`, { error: `the name "a${'[b]'.repeat(19)}[b…" has more than 20 levels` }, nested],

    // Writing
    ['{}', ''],
    ['{"a":1.50,"b":true,"c":null,"d":"","":"e"}', 'a=1.50&b=true&c=&d=&=e'],
    ['{"a b":"x&y=z+é😀~*-._\\n"}', 'a+b=x%26y%3Dz%2B%C3%A9%F0%9F%98%80%7E*-._%0A', {}, 'the form encoding'],
    ['{"a":[1,"2"],"b":[]}', 'a=1&a=2'],
    ['{"a":[1,"2"],"b":[]}', 'a%5B%5D=1&a%5B%5D=2', { arrays: 'brackets' }],
    ['{"a":[1,"2,3"],"b":[]}', 'a=1,2%2C3', { arrays: 'comma' }],
    [
      '{"a":{"b":[1,2],"c":{}},"d":[[1],{"e":2},3]}',
      'a%5Bb%5D=1&a%5Bb%5D=2&d%5B0%5D=1&d%5B1%5D%5Be%5D=2&d%5B2%5D=3',
      { nested: true },
    ],
    ['{"a":{"b":1}}', { error: 'a: this is an object; set nested to true to write it with brackets' }],
    [
      '{"a":[1,[2]]}',
      { error: 'a: this is a list of more than plain values; set nested to true to write it with brackets' },
    ],
    [
      '{"a":{"b]":1}}',
      { error: 'a["b]"]: a name inside brackets must not be empty or contain brackets' },
      { nested: true },
    ],
    [
      '{"a":{"":1}}',
      { error: 'a[""]: a name inside brackets must not be empty or contain brackets' },
      { nested: true },
    ],
    ['{"a[b]":1}', { error: '["a[b]"]: with nested, a name cannot contain brackets' }, { nested: true }],
    [
      `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`,
      { error: `${'a.'.repeat(20)}a: deeper than 20 levels` },
      { nested: true },
    ],
    ['[1]', { error: 'a query string is made from a JSON object: {"name": "value"}' }],
    ['1', { error: 'a query string is made from a JSON object: {"name": "value"}' }, { direction: 'json-to-query' }],
    ['{"a":1,"a":2}', { error: 'a: the object has this name twice' }],
    [`{"${'n'.repeat(200_000)}":[${'1,'.repeat(100_000)}1]}`, { error: tooLong }, {}, 'a long name with many items'],
  ],
  checks: {
    'reads names and values as URLSearchParams does': () => {
      const piece = fc.string({
        unit: fc.constantFrom('a', 'b', '=', '&', '+', ' ', '%20', '%C3%A9', '😀', '[', ']'),
        maxLength: 12,
      });
      fc.assert(
        fc.property(piece, (query) => {
          const expected = new Map<string, string[]>();
          for (const [name, value] of new URLSearchParams(query.trim()))
            expected.set(name, [...(expected.get(name) ?? []), value]);
          const actual = JSON.parse(resultOf(slug, query, { direction: 'query-to-json' })) as object;
          const lists = Object.entries(actual).map(([name, value]) => [name, [value].flat()]);
          assert.deepEqual(Object.fromEntries(lists), Object.fromEntries(expected));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'an object of texts and lists survives a round trip in every style': () => {
      const text = fc.string({
        unit: fc.constantFrom('a', ' ', '&', '=', '+', '%', ',', 'é', '😀', '"', '\\', '\n'),
        maxLength: 5,
      });
      const name = fc.stringMatching(/^[a-c]{1,2}$/);
      const list = fc.array(text, { minLength: 2, maxLength: 3 });
      fc.assert(
        fc.property(
          fc.dictionary(name, fc.oneof(text, list), { noNullPrototype: true }),
          fc.constantFrom('repeat', 'brackets', 'comma'),
          (object, arrays) => {
            const query = resultOf(slug, JSON.stringify(object), { direction: 'json-to-query', arrays });
            assert.deepEqual(JSON.parse(resultOf(slug, query, { arrays, direction: 'query-to-json' })), object);
          },
        ),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'and nested ones with brackets': () => {
      const name = fc.stringMatching(/^[a-c]{1,2}$/);
      const { value } = fc.letrec<{ value: unknown }>((tie) => ({
        value: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.string(),
          fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
          fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
        ),
      }));
      fc.assert(
        fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (object) => {
          const style = { arrays: 'brackets', nested: true };
          const query = resultOf(slug, JSON.stringify(object), { direction: 'json-to-query', ...style });
          assert.deepEqual(JSON.parse(resultOf(slug, query, { direction: 'query-to-json', ...style })), object);
        }),
        { seed: 3, numRuns: sampleSize(300) },
      );
    },
    'hostile texts are handled in time': () => {
      for (const piece of ['&', '=', 'a&', 'a[b]&', '%', '%C3', ',', '[', ']', 'a[', '][', '[]', '\ud800']) {
        for (const arrays of ['repeat', 'brackets', 'comma']) {
          assertLinear(piece, (text) => runTool(slug, text, { direction: 'query-to-json', arrays, nested: true }));
        }
      }
    },
  },
} satisfies ToolCases;
