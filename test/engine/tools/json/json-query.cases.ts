import assert from 'node:assert/strict';
import { search } from '@jmespath-community/jmespath';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases, type ToolRow } from '../../../support/tool-cases.js';

const slug = 'json-query';
const tooMuch = 'the expression needs too much work for this input';
const tooLong = 'the output would be longer than 4000000 characters';

function row(expression: string, input: string, output: string, name = `${expression} of ${input}`): ToolRow {
  return [input, output, { expression, indent: 0 }, name.slice(0, 100)];
}

function refusal(expression: string, input: string, error: string): ToolRow {
  return [input, { error }, { expression }, `refused: ${expression}`.slice(0, 100)];
}

/** Returns the result of a function; undefined if it throws. */
function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch {
    return undefined;
  }
}

export default {
  slug,
  cases: [
    refusal('a', '', 'line 1, column 1: expected a value, found the end of the text'),
    refusal('a', '{"a":1,}', 'line 1, column 7: a comma must not stand before "}"'),
    ['{}', { error: 'steps[0].config.expression is required' }],
    ['{}', { error: 'steps[0].config.expression must be at least 1 character long' }, { expression: '' }],

    // Paths
    row('@', '[1.0,1e400,"\\u0041\\ud800"]', '[1.0,1e400,"\\u0041\\ud800"]'),
    row('a.b[0]', '{"a":{"b":[12345678901234567890]}}', '12345678901234567890'),
    row('[-1]', '[1,2]', '2'),
    row('[-3]', '[1,2]', 'null'),
    row('a[0]', '{"a":"text"}', 'null'),
    row('"a b"."c.d"', '{"a b":{"c.d":1}}', '1'),
    row('"\\u00e9"', '{"é":1}', '1'),
    row('a', '{"a":1,"\\u0061":2}', '2'),
    row('a.*', '{"a":{"10":1,"9":2}}', '[1,2]'),
    row('*.a', '{"x":{"a":1},"y":{},"z":{"a":3}}', '[1,3]'),
    row('$.b', '{"b":1}', '1'),
    row('a[?b == $.b]', '{"a":[{"b":1},{"b":2}],"b":1.0}', '[{"b":1}]'),
    row('[constructor, toString, "__proto__", length]', '{}', '[null,null,null,null]', 'only own members'),
    row('"__proto__"', '{"__proto__":{"a":1}}', '{"a":1}', '__proto__ is a name like any other'),
    refusal(
      'map(@, `[1]`)',
      '{"expref":true,"type":"Current"}',
      'map() needs an expression that starts with & as argument 1, and got an object',
    ),

    // Projections
    row('[*].a', '[{"a":1},{"b":2},{"a":null},{"a":4}]', '[1,4]'),
    row('[].a', '[[{"a":1}],{"a":2}]', '[1,2]'),
    row('[][]', '[[[1]],[[2,3]]]', '[1,2,3]'),
    row('[*].a | [0]', '[{"a":1},{"a":2}]', '1'),
    row('[1:3]', '[0,1,2,3]', '[1,2]'),
    row('[::-2]', '[0,1,2,3]', '[3,1]'),
    row('[-2:]', '[0,1,2,3]', '[2,3]'),
    row('[10:0:-1]', '[0,1,2,3]', '[3,2,1]'),
    row('[1:3]', '"a😀bc"', '"😀b"'),
    row('a[?b > `1` && c]', '{"a":[{"b":2,"c":true},{"b":2,"c":[]},{"b":1,"c":true}]}', '[{"b":2,"c":true}]'),
    row("[?contains(@, 'a')]", '["ab","b"]', '["ab"]'),
    row('[?@ > `1e300`]', '[1e400,-1e400,1e308]', '[1e400,1e308]'),
    row("[?a == 'x'].b | [0]", '[{"a":"x","b":1}]', '1'),

    // Shapes
    row('{n: a, "m m": [b, @.c]}', '{"a":1.50,"b":2}', '{"n":1.50,"m m":[2,null]}'),
    row('{a: `1`, a: `2`}', '{}', '{"a":2}'),
    row('{"__proto__": a}', '{"a":1}', '{"__proto__":1}'),
    row('a || b', '{"a":[],"b":1}', '1'),
    row('a && b', '{"a":0,"b":1}', '1'),
    row('!a', '{"a":""}', 'true'),
    row("a ? 'yes' : 'no'", '{"a":{}}', '"no"'),
    row('let $t = total in items[].{n: n, of: $t}', '{"total":3,"items":[{"n":1}]}', '[{"n":1,"of":3}]'),
    row('let $a = `1` in let $a = `2`, $b = `3` in [$a, $b]', '{}', '[2,3]'),
    row('a + b * `2` - -c', '{"a":1,"b":2,"c":3}', '8'),
    row('[a // `2`, a % `2`, a / `2`]', '{"a":5}', '[2,1,2.5]'),
    row('a == b', '{"a":{"x":[1.0,"\\u0061"],"y":null},"b":{"y":null,"x":[1e0,"a"]}}', 'true'),
    row('a == b', '{"a":12345678901234567890,"b":12345678901234567891}', 'false'),
    row('[a != b, a < b, c < b]', '{"a":"1","b":2,"c":1}', '[true,null,true]'),

    // Literals
    row('[?id == `9007199254740993`].id', '[{"id":9007199254740993},{"id":9007199254740992}]', '[9007199254740993]'),
    row('[?@ == `12345678901234567890`]', '[12345678901234567890,12345678901234567000]', '[12345678901234567890]'),
    row('[`1.50`, ` {"a": [1e400, "\\u0041"]} `.a]', '1', '[1.50,[1e400,"\\u0041"]]'),
    row('`1.50', '1', '1.50'),
    refusal('a `5`', '1', 'invalid JMESPath expression: unexpected 5'),

    // Functions
    row('[abs(a), ceil(a), floor(a)]', '{"a":-1.5}', '[1.5,-1,-2]'),
    row(
      '[abs(a), ceil(a), floor(a)]',
      '{"a":-9007199254740993}',
      '[9007199254740993,-9007199254740993,-9007199254740993]',
    ),
    row('[abs(a), ceil(a), floor(a)]', '{"a":-0}', '[0,-0,-0]'),
    row('[avg(@), sum(@), max(@), min(@)]', '[1,2.50,3.0]', '[2.1666666666666665,6.5,3.0,1]'),
    row('[avg(@), sum(@), max(@), min(@)]', '[]', '[null,0,null,null]'),
    row(
      "[contains('abc', 'bc'), contains('abc', ''), contains(@, `1.0`), contains(@, 'a')]",
      '[1]',
      '[true,true,true,false]',
    ),
    row("[starts_with('abc', 'a'), ends_with('abc', 'bc'), ends_with('c', 'bc')]", '1', '[true,true,false]'),
    row('[keys(@), values(@), items(@), length(@)]', '{"b":1,"a":2,"b":3}', '[["b","a"],[3,2],[["b",3],["a",2]],2]'),
    row('from_items(@)', '[["b",1],["__proto__",2],["b",3]]', '{"b":3,"__proto__":2}'),
    row(
      'group_by(@, &k)',
      '[{"k":"b","v":1},{"k":"__proto__"},{"k":"b","v":2}]',
      '{"b":[{"k":"b","v":1},{"k":"b","v":2}],"__proto__":[{"k":"__proto__"}]}',
    ),
    row('group_by(@, &k)', '[{"k":"b"},{"v":1},{"k":null}]', '{"b":[{"k":"b"}]}'),
    row(
      "[find_first(@, 's'), find_first(@, 's', `1`), find_first(@, 's', `-9`, `99`), find_first(@, 'ing', `0`, `7`)]",
      '"a string😀s"',
      '[2,2,2,null]',
    ),
    row("[find_last(@, 's'), find_last(@, 's', `2`, `9`), find_last(@, 's', `11`)]", '"a string😀s"', '[9,2,null]'),
    row("[find_first(@, ''), find_last('', ''), find_first(@, 'a', `1`, `0`)]", '"aa"', '[null,null,null]'),
    row('find_first([0], [1])', '["😀","\\ude00"]', 'null'),
    row(
      "[pad_left(@, `3`), pad_right(@, `3`, '-'), pad_left(@, `1`, '0'), pad_right('😀', `2`, '😀')]",
      '"a"',
      '["  a","a--","a","😀😀"]',
    ),
    row("join(', ', @)", '["a","\\"b"]', '"a, \\"b"'),
    row("[length('a😀'), length(@)]", '[1,2]', '[2,2]'),
    row('[lower(@), upper(@)]', '"Straße"', '["straße","STRASSE"]'),
    row('map(&a, @)', '[{"a":1},{}]', '[1,null]'),
    row(
      'sort(@)',
      '[9007199254740993,9007199254740992,2e400,1e400]',
      '[9007199254740992,9007199254740993,1e400,2e400]',
    ),
    row(
      '[max(@), min(@)]',
      '[9007199254740992,9007199254740993,9007199254740992.5]',
      '[9007199254740993,9007199254740992]',
    ),
    row('[?@ > `9007199254740992`]', '[9007199254740992,9007199254740993]', '[9007199254740993]'),
    row('[?@ <= `9007199254740992`]', '[9007199254740992,9007199254740993]', '[9007199254740992]'),
    row('[max_by(@, &a), min_by(@, &a).b]', '[{"a":1,"b":1},{"a":2},{"a":1,"b":2}]', '[{"a":2},1]'),
    row('[max(@), min(@)]', '["é","z","a"]', '["é","a"]'),
    row('merge(@, `{"b":2}`, `{"a":3}`)', '{"a":1.0}', '{"a":3,"b":2}'),
    row('not_null(a, b, c)', '{"b":false}', 'false'),
    row("[replace('aaaa', 'aa', 'b'), replace('a', '', 'b')]", '1', '["bb","a"]'),
    row("[replace('aaaaa', 'aa', 'b', `1`), replace('a', 'a', 'b', `0`)]", '1', '["baaa","a"]'),
    row('[reverse(@), reverse([0])]', '["a😀"]', '[["a😀"],"😀a"]'),
    row('sort(@)', '[3.0,1,2e0]', '[1,2e0,3.0]'),
    row('sort(@)', '["b","B","\uff21","😀","a"]', '["B","a","b","\uff21","😀"]'),
    row('sort_by(@, &a)', '[{"a":"b"},{"a":"a","n":1},{"a":"a","n":2}]', '[{"a":"a","n":1},{"a":"a","n":2},{"a":"b"}]'),
    row("[split('a-b-', '-'), split('a😀', '')]", '1', '[["a","b",""],["a","😀"]]'),
    row(
      "[split('a-b-c', '-', `1`), split('a-b', '-', `0`), split('a😀bc', '', `2`), split('', '')]",
      '1',
      '[["a","b-c"],["a-b"],["a","😀","bc"],[]]',
    ),
    row('to_array(@)', '1.0', '[1.0]'),
    row("[to_number('1.50'), to_number('0x1'), to_number(''), to_number(@)]", '[1]', '[1.50,null,null,null]'),
    row("[to_string(@), to_string('a')]", '{"a": 1.0}', '["{\\"a\\":1.0}","a"]'),
    row("[trim('\u00a0 a '), trim_left(' a '), trim_right(' a ')]", '1', '["a","a "," a"]'),
    row(
      "[trim('-[a]-', '[]-'), trim_left(' su', 'us'), trim_right('xa😀', '😀a'), trim(' a ', '')]",
      '1',
      '["a"," su","x","a"]',
    ),
    row(
      '[type(`1`), type(`"a"`), type(`true`), type(`null`), type(`[]`), type(@)]',
      '{}',
      '["number","string","boolean","null","array","object"]',
    ),
    row('zip(@, `[1, 2]`)', '["a","b","c"]', '[["a",1],["b",2]]'),

    // Output
    ['{"a":[1]}', '[\n\t1\n]', { expression: 'a', indent: 'tab' }],
    ['{"a":"\\"b\\"\\n😀"}', '"b"\n😀', { expression: 'a', raw: true }],
    ['["a",1.0,null]', 'a\n1.0\nnull', { expression: '@', raw: true }],
    ['["a",[1]]', '["a",[1]]', { expression: '@', raw: true, indent: 0 }],
    ['[]', '', { expression: '@', raw: true }],
    ['{}', 'null', { expression: 'a', raw: true }],

    // What is wrong
    refusal('a.', '{}', 'invalid JMESPath expression: unexpected end'),
    refusal('a)', '{}', 'invalid JMESPath expression: unexpected )'),
    refusal('a..b', '{}', 'invalid JMESPath expression: unexpected .'),
    refusal('#', '{}', 'invalid JMESPath expression: unexpected #'),
    refusal('foo(@)', '{}', 'unknown function: foo()'),
    refusal('constructor(@)', '{}', 'unknown function: constructor()'),
    refusal('abs()', '{}', 'abs() needs 1 argument, and got 0'),
    refusal('abs(`1`, `2`)', '{}', 'abs() accepts at most 1 argument, and got 2'),
    refusal('merge()', '{}', 'merge() needs at least 1 argument, and got 0'),
    refusal('abs(@)', '{}', 'abs() needs a number as argument 1, and got an object'),
    refusal('lower(@)', '1', 'lower() needs a string as argument 1, and got a number'),
    refusal(
      "pad_left(@, `3`, 'ab')",
      '"a"',
      'pad_left() needs a string of one character as argument 3, and got a string',
    ),
    refusal('pad_left(@, `-1`)', '"a"', 'pad_left() needs an integer of at least 0 as argument 2, and got -1'),
    refusal("find_first(@, 'a', `1.5`)", '"a"', 'find_first() needs an integer as argument 3, and got 1.5'),
    refusal('pad_right(@, `1e9`)', '"a"', tooMuch),
    refusal('sum(@)', '[1,"a"]', 'sum() needs an array of numbers as argument 1, and item 2 is a string'),
    refusal("join('', @)", '[1]', 'join() needs an array of strings as argument 2, and item 1 is a number'),
    refusal('keys(@)', '[]', 'keys() needs an object as argument 1, and got an array'),
    refusal('length(@)', 'true', 'length() needs a string, an array or an object as argument 1, and got a boolean'),
    refusal('length(&a)', 'true', 'length() needs a value as argument 1, and got an expression with &'),
    refusal('sort_by(@, a)', '[]', 'sort_by() needs an expression that starts with & as argument 2, and got null'),
    refusal(
      'sort(@)',
      '[1,"a"]',
      'sort() needs an array of only numbers or only strings as argument 1, and item 1 is a number, item 2 is a string',
    ),
    refusal(
      'max(@)',
      '[true]',
      'max() needs an array of only numbers or only strings as argument 1, and item 1 is a boolean',
    ),
    refusal(
      'sort_by(@, &price)',
      '[{"price":80},{"price":"120.50"}]',
      'sort_by() needs an expression that returns only numbers or only strings, and its result for item 1 is a number, its result for item 2 is a string',
    ),
    refusal(
      'group_by(@, &a)',
      '[{"a":1}]',
      'group_by() needs an expression that returns strings, and its result for item 1 is a number',
    ),
    refusal(
      'from_items(@)',
      '[["a"]]',
      'from_items() needs an array of pairs [name, value] as argument 1, and item 1 is an array of length 1',
    ),
    refusal(
      'from_items(@)',
      '[["a",1],2]',
      'from_items() needs an array of pairs [name, value] as argument 1, and item 2 is a number',
    ),
    refusal(
      'from_items(@)',
      '[[1,2]]',
      'from_items() needs an array of pairs [name, value] as argument 1, and the name in item 1 is a number',
    ),
    refusal('&a', '{}', 'an expression with & is allowed only as an argument of functions such as sort_by'),
    refusal('$a', '{}', 'undefined variable: $a'),
    refusal('a = b', '{}', 'variables are defined with: let $name = … in …'),
    refusal('let $a in b', '{}', 'variables are defined with: let $name = … in …'),
    refusal('a[b]', '{}', 'invalid JMESPath expression'),
    refusal(
      '[?a == `x`]',
      '{}',
      "invalid JMESPath expression: a literal between backticks must be JSON; write strings as 'text'",
    ),
    refusal('"f"(a)', '{}', 'invalid JMESPath expression: function names have no quotes'),
    refusal('[::0]', '[]', 'the step of a slice must not be 0'),
    refusal("a + 'b'", '{"a":1}', 'arithmetic needs numbers, and got a string'),
    refusal('a / `0`', '{"a":1}', 'the result of a calculation is not a JSON number'),
    refusal('[@]', '['.repeat(501), 'line 1, column 501: nested deeper than 500 levels'),

    // Small expressions, much work
    { long: refusal(`${'[@,@][]|'.repeat(200)}@`, '[1]', tooMuch) },
    refusal(`${'[@,@]|'.repeat(200)}@`, '[1]', tooLong),
    { long: refusal(`${"join('',[@,@])|".repeat(60)}@`, '"abc"', tooMuch) },
    refusal(`${'to_string([@,@])|'.repeat(60)}@`, '"abc"', tooLong),
    { long: refusal('[?@ == $[0]]', `[${'1'.repeat(200_000)}${',1e0'.repeat(70_000)}]`, tooMuch) },
    { long: refusal('map(&map(&map(&@, $), $), $)', `[${'1,'.repeat(1000)}1]`, tooMuch) },
  ],
  checks: {
    'agrees with another implementation': () => {
      const value = fc.letrec((tie) => ({
        any: fc.oneof(
          { depthSize: 'small' },
          fc.integer({ min: -9, max: 9 }),
          fc.constantFrom('x', 'y', '', null, true),
          tie('array'),
          tie('object'),
        ),
        array: fc.array(tie('any'), { maxLength: 4 }),
        object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3 }),
      })).any;
      const expressions = fc.constantFrom(
        ...[
          'a',
          'a.b',
          'a[0]',
          '[*].a',
          '[].a',
          '*.b',
          '[?a]',
          '[?a > `1`].b',
          '[?!b]',
          'a || b',
          'a && b',
          '!a',
          '[1:]',
          '[::-1]',
        ],
        ...[
          '[a, b]',
          '{x: a, y: b.c}',
          'a == b',
          'a != b',
          'a < b',
          '[*].[a, b][]',
          '*.*',
          'a | [0]',
          '[*][*]',
          '[][]',
          'type(@)',
        ],
        ...[
          'not_null(a, b)',
          'to_array(@)',
          '[?a == `1`] | [0]',
          'a ? b : c',
          '[*].a[0]',
          '[?b].[a]',
          'to_string(@)',
          '@.a.*',
        ],
      );
      fc.assert(
        fc.property(value, expressions, (data, expression) => {
          const input = JSON.stringify(data);
          const expected = search(JSON.parse(input), expression) as unknown;
          assert.deepEqual(JSON.parse(resultOf(slug, input, { expression })), expected, `${expression} of ${input}`);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'its string functions agree with another implementation': () => {
      // The library pads no empty string.
      const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', ' '), minLength: 1, maxLength: 8 });
      const expression = fc.constantFrom(
        ...["find_first(t, 'a')", "find_last(t, 'ab', `1`)", "find_first(t, '-', `2`)", "split(t, '-', `1`)"],
        ...["split(t, 'a')", "replace(t, 'a', 'bb', `2`)", "pad_left(t, `5`, '*')", 'pad_right(t, `9`)'],
        ...["trim(t, 'a-')", "trim_left(t, 'b ')", "trim_right(t, '-')"],
      );
      fc.assert(
        fc.property(text, expression, (t, expression) => {
          // The library adds an empty string where a text has fewer separators than it may split at.
          fc.pre(!(expression.startsWith('split') && expression.includes('`1`') && !t.includes('-')));
          const input = JSON.stringify({ t });
          const expected = search(JSON.parse(input), expression) as unknown;
          assert.deepEqual(JSON.parse(resultOf(slug, input, { expression })), expected, `${expression} of ${input}`);
        }),
        { seed: 3, numRuns: sampleSize(300) },
      );
    },
    'quotes, backslashes and backticks in strings, names and literals mean what they mean to another implementation':
      () => {
        const part = fc.constantFrom("\\'", '\\`', '\\"', '\\\\', "'", '`', '"', '1', 'a');
        const text = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
        const item = fc.oneof(
          text.map((inner) => `'${inner}'`),
          text.map((inner) => `"${inner}"`),
          text.map((inner) => `\`"${inner}"\``),
          fc.constantFrom('`1`', '`[2]`', 'a'),
        );
        fc.assert(
          fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
            const expression = `[${items.join(', ')}]`;
            const expected = outcome(() => search({ a: 3 }, expression));
            fc.pre(expected !== undefined);
            assert.deepEqual(JSON.parse(resultOf(slug, '{"a":3}', { expression })), expected, expression);
          }),
          { seed: 4, numRuns: sampleSize(1_000) },
        );
      },
    'no expression makes it fail in any other way than with a reason': () => {
      const piece = fc.constantFrom(
        ...[
          'a',
          'b',
          '.',
          '[',
          ']',
          '*',
          '[?',
          '[]',
          '{',
          '}',
          ':',
          ',',
          '|',
          '||',
          '&&',
          '&',
          '!',
          '(',
          ')',
          '@',
          '$',
          '`1`',
          "'x'",
        ],
        ...[
          '==',
          '<',
          '+',
          '-',
          '//',
          '0',
          '-1',
          ' let ',
          ' in ',
          '$v',
          '=',
          'sort_by(',
          'length(',
          'map(',
          '"',
          '`',
          "'",
          '\\',
          '?',
        ],
      );
      fc.assert(
        fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
          runTool(slug, '{"a":[{"b":1},{"b":"x"}],"b":{"a":null}}', { expression: pieces.join('') });
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'deep expressions give a result or an error': () => {
      for (const expression of [
        '('.repeat(2000),
        '['.repeat(2000),
        `${'!'.repeat(1999)}@`,
        `${'a.'.repeat(999)}a`,
        `${'['.repeat(999)}@${']'.repeat(999)}`,
        'not_null('.repeat(222),
      ]) {
        runTool(slug, '{"a":1}', { expression });
      }
    },
    'a long needle does not make the search quadratic': () => {
      const half = 'a'.repeat(120_000);
      const input = JSON.stringify({ text: half + half, part: `${half}b${half.slice(1)}` });
      assertTakesAtMost(200, () => {
        assert.equal(resultOf(slug, input, { expression: 'contains(text, part)' }), 'false');
        assert.equal(resultOf(slug, input, { expression: 'length(split(text, part))' }), '1');
      });
    },
  },
} satisfies ToolCases;
