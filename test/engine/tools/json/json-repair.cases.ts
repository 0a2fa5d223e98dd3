import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-repair';
const oneLine = { indent: 0 };

export default {
  slug,
  cases: [
    { input: '', error: 'the text is empty, so there is no JSON to repair' },
    { input: ' \r\n', error: 'the text is empty, so there is no JSON to repair' },
    { input: '{"a":1}\n', config: { indent: 'tab' }, output: '{\n\t"a": 1\n}' },
    { input: '[1]', config: { indent: 11 }, error: 'steps[0].config.indent must be at most 10' },
    {
      name: 'what is JSON keeps its numbers, escapes and names',
      input: '{"b":1.0,"b":1e400,"__proto__":"\\u0041\ud800"}',
      config: oneLine,
      output: '{"b":1.0,"b":1e400,"__proto__":"\\u0041\ud800"}',
    },
    {
      name: 'and so does what is repaired',
      input: '{"b":1.0,"b":-1e400,__proto__:"\\u0041😀",}',
      config: oneLine,
      output: '{"b":1.0,"b":-1e400,"__proto__":"\\u0041😀"}',
    },
    { name: 'missing commas', input: '[1 2\n"a"]', config: oneLine, output: '[1,2,"a"]' },
    { name: 'missing brackets', input: '{"a":[1,{"b":2', config: oneLine, output: '{"a":[1,{"b":2}]}' },
    { name: 'needless brackets', input: '{"a":1}}', config: oneLine, output: '{"a":1}' },
    { name: 'typographic quotes', input: '{“a”: ‘b’}', config: oneLine, output: '{"a":"b"}' },
    {
      name: 'quotes inside quotes',
      input: '{"a":"say "hi" now"}',
      config: oneLine,
      output: '{"a":"say \\"hi\\" now"}',
    },
    {
      name: 'apostrophes inside single quotes stay apostrophes',
      input: "{'name': 'O'Brien', 'msg': 'don't'}",
      config: oneLine,
      output: '{"name":"O\'Brien","msg":"don\'t"}',
    },
    {
      name: 'other quotes inside quotes of their kind stay what they are',
      input: '[‘it’s’, `it`s`, ´it´s´, “say “hi” now”, &quot;say &quot;hi&quot; now&quot;, &apos;it&apos;s&apos;]',
      config: oneLine,
      output: '["it’s","it`s","it´s","say “hi” now","say \\"hi\\" now","it\'s"]',
    },
    { name: 'line ends inside a string', input: '{"a":"b\nc\td"}', config: oneLine, output: '{"a":"b\\nc\\td"}' },
    { name: 'comments', input: '/* a */ [1, # b\n2]', config: oneLine, output: '[1,"# b",2]' },
    { name: 'undefined is null', input: '[undefined]', config: oneLine, output: '[null]' },
    { name: 'calls', input: 'callback({"id": ObjectId("1")});', config: oneLine, output: '{"id":"1"}' },
    { name: 'joined strings', input: '"a" + "b"', output: '"ab"' },
    { name: 'a number with leading zeros', input: '[007]', config: oneLine, output: '["007"]' },
    ...(
      [
        ['doubled commas', '{"a":1,,"b":[1,,2,,,3,,],,}', '{"a":1,"b":[1,2,3]}'],
        ['doubled commas at the start', '{,,"a":[,,1]}', '{"a":[1]}'],
        ['doubled commas between values', '{"a":1},,{"b":2}', '[{"a":1},{"b":2}]'],
        ['a missing colon', '{"a" 1, "b" "c"}', '{"a":1,"b":"c"}'],
        ['a name without its end quote', '{"a:1,"b:"c","d: {"e":2}}', '{"a":1,"b":"c","d":{"e":2}}'],
        ['a value without its end quote', '{"a":"b,"c":["d,"e"]}', '{"a":"b","c":["d","e"]}'],
        ['values in a row', '{"a":1}{"b":2} [3][4]', '[{"a":1},{"b":2},[3],[4]]'],
        ['NDJSON with two values in a line', '{"a":1}\n{"b":2}{"c":3}\n', '[{"a":1},{"b":2},{"c":3}]'],
        ['tuples of Python', "{'a': (1, None), 'b': (True,), 'c': ()}", '{"a":[1,null],"b":[true],"c":[]}'],
        ['a value in parentheses', '({"a":(1)})', '{"a":1}'],
        ['an open tuple', '[(1, (2', '[[1,2]]'],
        ['strings of Python with a prefix', "{u'a': b'c', 'd': U\"e\"}", '{"a":"c","d":"e"}'],
        ['escapes of bytes', '["\\x41\\x0a\\xz"]', '["\\u0041\\u000axz"]'],
        ['arrows and equals signs', '{"a" => 1, b => 2, "c"=3, d="e"}', '{"a":1,"b":2,"c":3,"d":"e"}'],
        ['a plus sign', '[+1, +.5, -.5, "a" + "b"]', '[1,0.5,-0.5,"ab"]'],
        ['what is no number stays readable', '[NaN, -Infinity]', '["NaN","-Infinity"]'],
        ['semicolons between members', '{"a":1;"b":"c" ; d:{};\n"e":null;}', '{"a":1,"b":"c","d":{},"e":null}'],
        ['semicolons between items', '[1;2;"a";"b";[];-3;]', '[1,2,"a","b",[],-3]'],
        ['semicolons after values', '{"a":1};\n{"b":2};\n', '[{"a":1},{"b":2}]'],
        ['a semicolon at the end', '{"a":[1]};', '{"a":[1]}'],
        [
          'semicolons of a string',
          '{"a":"say "b"; c", "d":"e;", "j":"k = "l"; m: n", "o":5; p}',
          '{"a":"say \\"b\\"; c","d":"e;","j":"k = \\"l\\"; m: n","o":"5; p"}',
        ],
        [
          'sets of Python',
          "[{1, 2}, {'a'}, {True, None,}, {(1, 2), (3, 4)}, {-1.5}]",
          '[[1,2],["a"],[true,null],[[1,2],[3,4]],[-1.5]]',
        ],
        ['an open set', '{"a": {1, {2, 3', '{"a":[1,[2,3]]}'],
        ['a name that is not a prefix', '{"a":1 b":2, u:3}', '{"a":1,"b":2,"u":3}'],
      ] as const
    ).map(([name, input, output]) => ({ name, input, config: oneLine, output })),
    {
      name: 'a set with a name is not guessed at',
      input: '{"a", "b": 1}',
      error: 'line 1, column 10: the text cannot be repaired from here on, found ":"',
    },
    {
      name: 'text before JSON is not guessed at',
      input: 'Here: {"a":1}',
      error: 'line 1, column 7: the text cannot be repaired from here on, found "{"',
    },
    {
      name: 'many tuples of one value',
      isLong: true,
      input: `[${'(1),'.repeat(120_000)}]`,
      config: oneLine,
      output: `[${Array(120_000).fill('1')}]`,
    },
    { name: '501 tuples', input: '('.repeat(501), error: 'nested deeper than 500 levels' },
    { name: 'plain text becomes a string', input: 'hello world', output: '"hello world"' },
    {
      name: 'the place where the repair ends',
      input: '{"a":\n  "\\u12x4"}',
      error: 'line 2, column 4: the text cannot be repaired from here on, found "\\"',
    },
    {
      input: '1 2',
      error: 'line 1, column 3: the text cannot be repaired from here on, found "2"',
    },
    {
      name: 'a NUL cannot stand in a string',
      input: '{"a":"\0"}',
      error: 'line 1, column 7: the text cannot be repaired from here on, found U+0000',
    },
    { name: '500 levels', input: '['.repeat(500), config: oneLine, output: '['.repeat(500) + ']'.repeat(500) },
    { name: '501 levels', input: '['.repeat(501), error: 'nested deeper than 500 levels' },
    { name: 'more levels than the stack has', input: '['.repeat(500_000), error: 'nested deeper than 500 levels' },
    {
      name: 'a hundred lines without end quotes',
      input: `[${'"x\n'.repeat(100)}]`,
      config: oneLine,
      output: `[${Array(100).fill('"x"')}]`,
    },
    {
      name: 'too many lines without end quotes would take quadratic time',
      isLong: true,
      input: `[${'"x\n'.repeat(100_000)}]`,
      error: 'line 100001, column 2: too many strings up to here lack a quote or have too many',
    },
    {
      name: 'indentation may not make the text too long',
      input: `${'['.repeat(499)}${'1,'.repeat(20_000)}`,
      error: 'the output would be longer than 4000000 characters',
    },
  ],
  checks: {
    'the result is JSON and is not repaired again, and no error of the repair gets through': () => {
      const piece = fc.constantFrom(
        ...[
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '"',
          "'",
          '\\',
          '/',
          '//',
          '/*',
          '*/',
          '\n',
          ' ',
          'a',
          '1',
          '-',
          '.',
          'e',
          '+',
        ],
        ...[
          'True',
          'undefined',
          'f(',
          ')',
          '...',
          '```',
          '&quot;',
          '“',
          '\\u12',
          '\ud800',
          '\0',
          '\u00a0',
          '__proto__',
        ],
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
          const result = runTool(slug, pieces.join(''), oneLine);
          if (typeof result === 'string') {
            JSON.parse(result);
            assert.equal(resultOf(slug, result, oneLine), result);
          } else
            assert.match(
              result.error,
              /^Step 1 \(json-repair\) failed: (line \d+, column \d+: the text cannot|the text )/,
            );
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'JSON without its quotes around names, with a comma too many, is repaired': () => {
      const record = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.integer(), fc.boolean()), {
        minKeys: 1,
      });
      fc.assert(
        fc.property(record, (value) => {
          const broken = JSON.stringify(value).replaceAll('"', '').replace('}', ',}');
          assert.equal(resultOf(slug, broken, oneLine), JSON.stringify(value));
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
