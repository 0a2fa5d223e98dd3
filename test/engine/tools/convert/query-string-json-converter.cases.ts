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
    { input: '/find?q=a#top', config: { indent: 0 }, output: '{"q":"a"}' },
    { input: 'www.example.com/find?q=a/b?', config: { indent: 0 }, output: '{"q":"a/b?"}' },
    { input: 'q?=a/b', config: { indent: 0 }, output: '{"q?":"a/b"}' },
    // Direction
    { input: '', output: '{}' },
    { input: ' \n', output: '{}' },
    {
      input: '',
      config: { direction: 'json-to-query' },
      error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)',
    },
    {
      input: '{a}=1',
      error:
        'invalid JSON (line 1, column 2: expected a property name in double quotes, found "a"); set direction to "query-to-json" if this is a query',
    },
    { input: '{a}=1', config: { direction: 'query-to-json', indent: 0 }, output: '{"{a}":"1"}' },
    { name: 'a byte order mark is left out', input: '\ufeffa=1', config: oneLine, output: '{"a":"1"}' },
    { name: 'and before JSON', input: '\ufeff {"a":1}\n', output: 'a=1' },

    // Reading
    {
      name: 'white space around it is left out',
      input: '\r\n a=1&b= 2 \n',
      config: oneLine,
      output: '{"a":"1","b":" 2"}',
    },
    { input: 'a=1&&b&=2&', config: oneLine, output: '{"a":"1","b":"","":"2"}' },
    { name: 'plus is a blank, %2B a plus', input: 'a+b=1+2%2B3%20', config: oneLine, output: '{"a b":"1 2+3 "}' },
    { name: 'everything after the first = is the value', input: 'a=b=c', config: oneLine, output: '{"a":"b=c"}' },
    {
      name: 'malformed escapes stay, bytes that are not UTF-8 become U+FFFD as in browsers',
      input: 'a=100%&b=%zz%41&c=%ff%c3%a9&d=%e2%82&e=%E2%28x&f=%f0%9f%98%80%ed%a0%80',
      config: oneLine,
      output: '{"a":"100%","b":"%zzA","c":"\ufffdé","d":"\ufffd","e":"\ufffd(x","f":"😀\ufffd\ufffd\ufffd"}',
    },
    {
      name: 'characters that needed escapes and have none',
      input: 'é=😀&n=\0&s=\ud800',
      config: oneLine,
      output: '{"é":"😀","n":"\\u0000","s":"\\ud800"}',
    },
    {
      name: 'names like properties of objects',
      input: '__proto__=1&constructor=2&__proto__=3',
      config: oneLine,
      output: '{"__proto__":["1","3"],"constructor":"2"}',
    },
    { name: 'names keep their order', input: 'b=1&2=x&1=y', config: oneLine, output: '{"b":"1","2":"x","1":"y"}' },
    { name: 'the query of a URL', input: 'https://example.com/a?b=1?2#c?d=3', config: oneLine, output: '{"b":"1?2"}' },
    { input: 'https://example.com/a#b?c=1', output: '{}' },
    {
      name: 'what only looks like one',
      input: 'next=https://example.com/?a=1',
      config: oneLine,
      output: '{"next":"https://example.com/?a=1"}',
    },
    { input: 'a[]=1&b[]=2&b[]=3', config: oneLine, output: '{"a[]":"1","b[]":["2","3"]}' },
    {
      input: 'a[]=1&b[]=2&b[]=3&c=4&c=5&[]=6',
      config: { ...oneLine, arrays: 'brackets' },
      output: '{"a":["1"],"b":["2","3"],"c":["4","5"],"[]":"6"}',
    },
    {
      input: 'a=1,2&b=3%2C4&c=,&a=5',
      config: { ...oneLine, arrays: 'comma' },
      output: '{"a":["1","2","5"],"b":"3,4","c":["",""]}',
    },

    // Nested names
    { input: 'a[b]=1', config: oneLine, output: '{"a[b]":"1"}' },
    { input: 'a%5Bb%5D=1&a[c][d]=2&a[c][e]=3', config: nested, output: '{"a":{"b":"1","c":{"d":"2","e":"3"}}}' },
    { input: 'a[0][x]=1&a[1][x]=2&b[]=3&b[]=4', config: nested, output: '{"a":[{"x":"1"},{"x":"2"}],"b":["3","4"]}' },
    {
      name: 'numbers with gaps or out of order are names',
      input: 'a[1]=x&b[1]=y&b[0]=z&c[999999999]=w',
      config: nested,
      output: '{"a":{"1":"x"},"b":{"1":"y","0":"z"},"c":{"999999999":"w"}}',
    },
    {
      input: 'a[__proto__][x]=1&__proto__[x]=2',
      config: nested,
      output: '{"a":{"__proto__":{"x":"1"}},"__proto__":{"x":"2"}}',
    },
    {
      name: 'brackets that do not fit are characters',
      input: '[a]=1&b[=2&c]=3&d[e=4&f[g]h=5&i[j[k]]=6',
      config: { ...nested, direction: 'query-to-json' },
      output: '{"[a]":"1","b[":"2","c]":"3","d[e":"4","f[g]h":"5","i[j[k]]":"6"}',
    },
    { input: 'a=1&a[b]=2', config: nested, error: 'the name "a" has both a value and parts' },
    { input: 'a[b][]=1&a[b][c]=2', config: nested, error: 'the name "a[b]" has both a value and parts' },
    { input: 'a[][b]=1', config: nested, error: 'the name "a[][b]" has [] before its end; number the items: [0], [1]' },
    { input: `a${'[b]'.repeat(19)}=1`, config: nested, output: `{"a":${'{"b":'.repeat(19)}"1"${'}'.repeat(20)}` },
    {
      input: `a${'[b]'.repeat(20)}=1`,
      config: nested,
      error: `the name "a${'[b]'.repeat(19)}[b…" has more than 20 levels`,
    },

    // Writing
    { input: '{}', output: '' },
    { input: '{"a":1.50,"b":true,"c":null,"d":"","":"e"}', output: 'a=1.50&b=true&c=&d=&=e' },
    {
      name: 'the form encoding',
      input: '{"a b":"x&y=z+é😀~*-._\\n"}',
      output: 'a+b=x%26y%3Dz%2B%C3%A9%F0%9F%98%80%7E*-._%0A',
    },
    { input: '{"a":[1,"2"],"b":[]}', output: 'a=1&a=2' },
    { input: '{"a":[1,"2"],"b":[]}', config: { arrays: 'brackets' }, output: 'a%5B%5D=1&a%5B%5D=2' },
    { input: '{"a":[1,"2,3"],"b":[]}', config: { arrays: 'comma' }, output: 'a=1,2%2C3' },
    {
      input: '{"a":{"b":[1,2],"c":{}},"d":[[1],{"e":2},3]}',
      config: { nested: true },
      output: 'a%5Bb%5D=1&a%5Bb%5D=2&d%5B0%5D=1&d%5B1%5D%5Be%5D=2&d%5B2%5D=3',
    },
    { input: '{"a":{"b":1}}', error: 'a: this is an object; set nested to true to write it with brackets' },
    {
      input: '{"a":[1,[2]]}',
      error: 'a: this is a list of more than plain values; set nested to true to write it with brackets',
    },
    {
      input: '{"a":{"b]":1}}',
      config: { nested: true },
      error: 'a["b]"]: a name inside brackets must not be empty or contain brackets',
    },
    {
      input: '{"a":{"":1}}',
      config: { nested: true },
      error: 'a[""]: a name inside brackets must not be empty or contain brackets',
    },
    { input: '{"a[b]":1}', config: { nested: true }, error: '["a[b]"]: with nested, a name cannot contain brackets' },
    {
      input: `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`,
      config: { nested: true },
      error: `${'a.'.repeat(20)}a: deeper than 20 levels`,
    },
    { input: '[1]', error: 'a query string is made from a JSON object: {"name": "value"}' },
    {
      input: '1',
      config: { direction: 'json-to-query' },
      error: 'a query string is made from a JSON object: {"name": "value"}',
    },
    { input: '{"a":1,"a":2}', error: 'a: the object has this name twice' },
    {
      name: 'a long name with many items',
      input: `{"${'n'.repeat(200_000)}":[${'1,'.repeat(100_000)}1]}`,
      error: tooLong,
    },
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
