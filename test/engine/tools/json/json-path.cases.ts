import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JSONPathEnvironment } from 'json-p3';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-path';
const flat = { indent: 0 };

/** The store of RFC 9535, section 1.5, figure 1. */
const store = JSON.stringify({
  store: {
    book: [
      { category: 'reference', author: 'Nigel Rees', title: 'Sayings of the Century', price: 8.95 },
      { category: 'fiction', author: 'Evelyn Waugh', title: 'Sword of Honour', price: 12.99 },
      { category: 'fiction', author: 'Herman Melville', title: 'Moby Dick', isbn: '0-553-21311-3', price: 8.99 },
      {
        category: 'fiction',
        author: 'J. R. R. Tolkien',
        title: 'The Lord of the Rings',
        isbn: '0-395-19395-8',
        price: 22.99,
      },
    ],
    bicycle: { color: 'red', price: 399 },
  },
});

export default {
  slug,
  cases: [
    // RFC 9535, table 2.
    [
      store,
      'Nigel Rees\nEvelyn Waugh\nHerman Melville\nJ. R. R. Tolkien',
      { path: '$.store.book[*].author', output: 'lines' },
    ],
    [store, '["Nigel Rees","Evelyn Waugh","Herman Melville","J. R. R. Tolkien"]', { path: '$..author', ...flat }],
    [store, '[8.95,12.99,8.99,22.99,399]', { path: '$.store..price', ...flat }],
    [store, 'Herman Melville', { path: '$..book[2].author', output: 'first' }],
    [store, '', { path: '$..book[2].publisher', output: 'first' }],
    [store, '["The Lord of the Rings"]', { path: '$..book[-1].title', ...flat }],
    [store, '[8.95,12.99]', { path: '$..book[0,1].price', ...flat }],
    [store, '[8.95,12.99]', { path: '$..book[:2].price', ...flat }],
    [store, '[8.99,22.99]', { path: '$..book[?@.isbn].price', ...flat }],
    [store, '["Sayings of the Century","Moby Dick"]', { path: '$..book[?@.price<10].title', ...flat }],
    // RFC 9535, sections 2.4.4 to 2.4.8.
    [store, '[12.99]', { path: '$..book[?length(@.author) == 12].price', ...flat }],
    [
      '["😀a","ab","😀",[1,2],{"a":1},3]',
      '["😀a","ab",[1,2]]',
      { path: '$[?length(@)==2]', ...flat },
      'length() counts characters, not UTF-16 code units',
    ],
    [
      '["😀","\uffff","a"]',
      '["😀","\uffff","a","😀","\uffff"]',
      { path: "$[?@>'\uffff', ?@<='\uffff', ?@!='a']", ...flat },
      'strings are ordered by code point, not by UTF-16 code unit',
    ],
    [
      '["b",1,true,{"b":"😀"},{}]',
      '[1,"b",{"b":"😀"},"b",1,true,{}]',
      { path: "$[?@>0, ?@>='b', ?@.b>='a', ?@.b==@.c]", ...flat },
      'values that have no order are not compared',
    ],
    ...(
      [
        ['@==9007199254740993', '[9007199254740993,9007199254740993.0]'],
        ['@!=9007199254740993', '[9007199254740992,1e400,1e399,"9007199254740993"]'],
        ['@>9007199254740992 && @<1e400', '[9007199254740993,9007199254740993.0,1e399]'],
        ['@<=9007199254740992', '[9007199254740992]'],
        ['@==1e400', '[1e400]'],
        ['length(@)==16', '["9007199254740993"]'],
        ['@.a==1 || @.* || @[0]', '[]'],
      ] as const
    ).map(
      ([filter, output]): ToolCase => [
        '[9007199254740993,9007199254740992,9007199254740993.0,1e400,1e399,"9007199254740993"]',
        output,
        { path: `$[?${filter}]`, ...flat },
        `numbers are compared by all their digits: ${filter}`,
      ],
    ),
    [
      '[[{"a":9007199254740993}],[{"a":9007199254740992}],[{"a":9007199254740993.0}]]',
      '[[{"a":9007199254740993}],[{"a":9007199254740993.0}]]',
      { path: '$[?@==$[2]]', ...flat },
      'arrays and objects are equal by all digits of the numbers in them',
    ],
    // Section 2.3.5.2.2: the result of a function of nothing has no order, and equals only nothing.
    ...(
      [
        ['length(@.a)>2', '[{"a":"xyz"},{"a":[1,2,3]}]'],
        ['length(@.a)<2 || length(@.a)<9007199254740993', '[{"a":"xyz"},{"a":[1,2,3]}]'],
        ['2<length(@.a)', '[{"a":"xyz"},{"a":[1,2,3]}]'],
        ['length(@.a)<=length(@.c)', '[{"b":1},{"a":5}]'],
        ['@.c>=length(@.a)', '[{"b":1},{"a":5}]'],
        ['length(@.a)!=3', '[{"b":1},{"a":5}]'],
        ['value(@..c)<2 || value(@..c)>=2', '[]'],
        ['@.c<2 || @.c>=2', '[]'],
      ] as const
    ).map(
      ([filter, output]): ToolCase => [
        '[{"a":"xyz"},{"b":1},{"a":5},{"a":[1,2,3]}]',
        output,
        { path: `$[?${filter}]`, ...flat },
        `nothing is neither more nor less than a value: ${filter}`,
      ],
    ),
    ...['$.*', '$[?@>0]', '$..*'].map(
      (path): ToolCase => [
        '{"b":1,"10":2,"a":3,"2":4,"10":5}',
        '[1,5,3,4]',
        { path, ...flat },
        `members whose names are numbers stay in the order of the text: ${path}`,
      ],
    ),
    [store, '["red"]', { path: '$[?count(@.*) == 2].bicycle.color', ...flat }],
    [store, '["Moby Dick"]', { path: "$..book[?match(@.isbn, '0-5.*')].title", ...flat }],
    ['["ab","b"]', '["b"]', { path: "$[?match(@, 'b')]", ...flat }, 'match() wants the whole text'],
    ['["ab","b"]', '["ab","b"]', { path: "$[?search(@, 'b')]", ...flat }],
    ['["a\\nb","a\\rb","a.b"]', '["a.b"]', { path: "$[?match(@, 'a.b')]", ...flat }, 'a point matches no line end'],
    [
      '["a.b","axb"]',
      '["a.b"]',
      { path: "$[?match(@, 'a[.]b') || match(@, 'a\\\\.b')]", ...flat },
      'a point in a class and an escaped one',
    ],
    ['["a"]', '[]', { path: "$[?match(@, '(')]", ...flat }, 'a pattern that is none matches nothing'],
    ['{"p":"a+","v":["aa","b"]}', '["aa"]', { path: '$.v[?match(@, $.p)]', ...flat }, 'a pattern from the data'],
    ['[1,null]', '[]', { path: "$[?search(@, '')]", ...flat }, 'what is not text does not match'],
    [' {"a": 1e400} ', '[{"a":1e400}]', { path: '$', ...flat }, 'the root'],
    ['{"a":1,"a":2.0}', '[2.0]', { path: '$.a', ...flat }, 'of members with the same name the last'],
    ['{"__proto__":{"x":1},"constructor":2}', '[{"x":1},2]', { path: '$.*', ...flat }, 'names of properties'],
    ['{"a":{}}', '[]', { path: "$['constructor','__proto__','toString']", ...flat }, 'no property is inherited'],
    ['[{"a":1},"x\\u0041"]', '{"a":1}\nxA', { path: '$[*]', output: 'lines' }],
    ['[{"a":[]}]', '{\n\t"a": []\n}', { path: '$[0]', output: 'first', indent: 'tab' }],
    [
      '{',
      { error: 'line 1, column 2: expected a property name in double quotes, found the end of the text' },
      { path: '$' },
    ],
    ['{}', { error: "path, character 1: expected '$', found 'a'" }, { path: 'a' }],
    ['{}', { error: 'path, character 3: the expression is not complete' }, { path: '$.' }],
    ['{}', { error: 'path, character 5: unclosed bracketed selection' }, { path: '$.é[' }],
    ['{}', { error: 'path, character 4: unexpected white space at the end' }, { path: '$.é ' }],
    ['[]', { error: 'path, character 8: unexpected white space at the end' }, { path: '$[?@.a] \r\n' }],
    ['{}', { error: "path, character 4: no such function 'foo'" }, { path: '$[?foo(@)]' }],
    [`${'['.repeat(500)}${']'.repeat(500)}`, '[]', { path: '$..[?@.a]', ...flat }, 'nesting'],
  ],
  checks: {
    'a path of names and indices finds what a simple walk finds': () => {
      fc.assert(
        fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (input, seed) => {
          let value: unknown = JSON.parse(input);
          let path = '$';
          for (let step = seed; typeof value === 'object' && value !== null; step = Math.floor(step / 3)) {
            const keys = Object.keys(value);
            const key = keys[step % (keys.length || 1)];
            if (key === undefined) break;
            path += `[${Array.isArray(value) ? key : JSON.stringify(key)}]`;
            value = (value as Record<string, unknown>)[key];
          }
          if (path.length <= 1000)
            assert.deepEqual(JSON.parse(resultOf(slug, input, { path })), [JSON.parse(JSON.stringify(value))]);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'deep JSON is searched in linear time': () => {
      const input = `${'['.repeat(400)}${'1,'.repeat(200_000)}1${']'.repeat(400)}`;
      // The library passes each value through 400 generators and copies its path: 6 s.
      assertTakesAtMost(200, () => assert.equal(resultOf(slug, input, { path: '$..a', ...flat }), '[]'));
    },
    'a query inside a filter is followed in linear time': () => {
      const input = `{"x":${'['.repeat(400)}${'1,'.repeat(200_000)}1${']'.repeat(400)}}`;
      // The library passes each value through 400 generators and copies its path.
      assertTakesAtMost(200, () => assert.equal(resultOf(slug, input, { path: '$[?@..a]', ...flat }), '[]'));
    },
    'an expression whose filters visit too many values is refused': () => {
      const input = `${'['.repeat(400)}${'1,'.repeat(20_000)}1${']'.repeat(400)}`;
      const error = 'Step 1 (json-path) failed: the expression visits more than 3,000,000 values';
      assert.deepEqual(runTool(slug, input, { path: '$..[?@..a]', ...flat }), { error });
    },
    'an expression that visits too many values is refused': () => {
      const input = `${'['.repeat(400)}${'1,'.repeat(20_000)}1${']'.repeat(400)}`;
      const error = 'Step 1 (json-path) failed: the expression visits more than 3,000,000 values';
      assert.deepEqual(runTool(slug, input, { path: '$..*..a', ...flat }), { error });
    },
    'random expressions select what the library selects': () => {
      const environment = new JSONPathEnvironment();
      const name = fc.constantFrom('a', 'b', '__proto__', '0');
      const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
        tree: fc.oneof(
          { depthSize: 'small' },
          fc.constantFrom<unknown>(1, 2, 'x', null, true),
          fc.array(tie('tree'), { maxLength: 4 }),
          fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
        ),
      }));
      const selector = fc.constantFrom(
        '*',
        "'a'",
        '0',
        '-1',
        '0:2',
        '::-1',
        '?@.a',
        '?@>1',
        '?count(@..*)>2',
        '?@..a',
        '?!@[0]||$.a',
        '?@.a==$.b&&count($..b)>1',
        '?@[?@.a]',
        '?value(@..b)==1',
        "'b',0,*",
      );
      const segment = fc.tuple(fc.constantFrom('', '..'), selector).map(([dots, inner]) => `${dots}[${inner}]`);
      fc.assert(
        fc.property(tree, fc.array(segment, { maxLength: 3 }), (value, segments) => {
          const path = `$${segments.join('')}`;
          const input = JSON.stringify(value);
          const expected = environment.compile(path).query(JSON.parse(input)).values();
          assert.equal(resultOf(slug, input, { path, ...flat }), JSON.stringify(expected));
        }),
        { seed: 1, numRuns: sampleSize(1_000) },
      );
    },
    'a pattern that hangs a backtracking engine does not': () => {
      const input = JSON.stringify(['a'.repeat(400_000)]);
      assertTakesAtMost(500, () =>
        assert.equal(resultOf(slug, input, { path: "$[?match(@, '(a+)+b')]", ...flat }), '[]'),
      );
    },
    'a selection that grows without end is stopped': () => {
      const long = `${'['.repeat(30)}"${'a'.repeat(400_000)}"${']'.repeat(30)}`;
      const tooLong = 'the output would be longer than 4000000 characters';
      assert.deepEqual(runTool(slug, long, { path: '$..*..*', ...flat }), {
        error: `Step 1 (${slug}) failed: ${tooLong}`,
      });
      const wide = `${'['.repeat(9)}${'1,'.repeat(200_000)}1${']'.repeat(9)}`;
      const tooMany = 'the expression selects more than 1000000 values';
      assert.deepEqual(runTool(slug, wide, { path: '$..*..*', ...flat }), {
        error: `Step 1 (${slug}) failed: ${tooMany}`,
      });
    },
  },
} satisfies ToolCases;
