import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-repair';
const oneLine = { indent: 0 };

export default {
  slug,
  cases: [
    ['', { error: 'the text is empty, so there is no JSON to repair' }],
    [' \r\n', { error: 'the text is empty, so there is no JSON to repair' }],
    ['{"a":1}\n', '{\n\t"a": 1\n}', { indent: 'tab' }],
    ['[1]', { error: 'steps[0].config.indent must be at most 10' }, { indent: 11 }],
    [
      '{"b":1.0,"b":1e400,"__proto__":"\\u0041\ud800"}',
      '{"b":1.0,"b":1e400,"__proto__":"\\u0041\ud800"}',
      oneLine,
      'what is JSON keeps its numbers, escapes and names',
    ],
    [
      '{"b":1.0,"b":-1e400,__proto__:"\\u0041😀",}',
      '{"b":1.0,"b":-1e400,"__proto__":"\\u0041😀"}',
      oneLine,
      'and so does what is repaired',
    ],
    ['[1 2\n"a"]', '[1,2,"a"]', oneLine, 'missing commas'],
    ['{"a":[1,{"b":2', '{"a":[1,{"b":2}]}', oneLine, 'missing brackets'],
    ['{“a”: ‘b’}', '{"a":"b"}', oneLine, 'typographic quotes'],
    ['{"a":"say "hi" now"}', '{"a":"say \\"hi\\" now"}', oneLine, 'quotes inside quotes'],
    [
      "{'name': 'O'Brien', 'msg': 'don't'}",
      '{"name":"O\'Brien","msg":"don\'t"}',
      oneLine,
      'apostrophes inside single quotes stay apostrophes',
    ],
    [
      '[‘it’s’, `it`s`, ´it´s´, “say “hi” now”, &quot;say &quot;hi&quot; now&quot;, &apos;it&apos;s&apos;]',
      '["it’s","it`s","it´s","say “hi” now","say \\"hi\\" now","it\'s"]',
      oneLine,
      'other quotes inside quotes of their kind stay what they are',
    ],
    ['{"a":"b\nc\td"}', '{"a":"b\\nc\\td"}', oneLine, 'line ends inside a string'],
    ['/* a */ [1, # b\n2]', '[1,2]', oneLine, 'comments'],
    ['[undefined]', '[null]', oneLine, 'undefined is null'],
    ['callback({"id": ObjectId("1")});', '{"id":"1"}', oneLine, 'calls'],
    ['"a" + "b"', '"ab"', {}, 'joined strings'],
    ['[007]', '["007"]', oneLine, 'a number with leading zeros'],
    ...(
      [
        ['a path of Windows', '{"p": "C:\\Users\\ann\\new"}', '{"p":"C:\\\\Users\\\\ann\\\\new"}'],
        ['a path that is doubled in part', '["D:\\a\\\\b\\c"]', '["D:\\\\a\\\\b\\\\c"]'],
        [
          'a path whose backslashes all start escapes',
          '{p: "C:\\temp\\new\\u0041"}',
          '{"p":"C:\\\\temp\\\\new\\\\u0041"}',
        ],
        [
          'a path with a backslash at its end',
          '{"p": "C:\\dir\\", "q": "c:\\x"}',
          '{"p":"C:\\\\dir\\\\","q":"c:\\\\x"}',
        ],
        ['a path of a server', '["\\\\srv\\share\\new"]', '["\\\\\\\\srv\\\\share\\\\new"]'],
        ['a path with doubled backslashes', '["C:\\\\new\\\\table" "x"]', '["C:\\\\new\\\\table","x"]'],
        [
          'backslashes that start no escape',
          '["\\d+\\.\\w*\\n", "\\alpha\\_x", "~\\users"]',
          '["\\\\d+\\\\.\\\\w*\\n","\\\\alpha\\\\_x","~\\\\users"]',
        ],
        [
          'comments with #',
          '# a\n{"x": 1, # it\'s, "b": 2\n"y" # c\n: [2 #d\n# e\n, 3], z: w # f\n} # g',
          '{"x":1,"y":[2,"#d",3],"z":"w"}',
        ],
        ['# in values', '[#fff, a#b, "c # d", #e]', '["#fff","a#b","c # d","#e"]'],
        [
          'words of other languages',
          '[TRUE, FALSE, NULL, Null, NONE, nil, nile, True North, true false]',
          '[true,false,null,null,null,null,"nile","True North",true,false]',
        ],
        ['} for ]', '{"k": ["v"}, "k2": [1, 2}, "l": 1}', '{"k":["v"],"k2":[1,2],"l":1}'],
        ['} for ] at the end', '{"a": {"k": [1}}}', '{"a":{"k":[1]}}'],
        ['} for ] without objects', '[[1, 2}, [3]]', '[[1,2],[3]]'],
        ['] for }', '{"k": {"v": 1], "l": {"m": 2]]', '{"k":{"v":1},"l":{"m":2}}'],
        ['] for } inside an array', '[{"k": {"v": 1], "l": 2}]', '[{"k":{"v":1},"l":2}]'],
        ['a missing ] before }', '{"a": {"k": ["v"}, "l": [1}', '{"a":{"k":["v"]},"l":[1]}'],
        ['dots that are text', '{"a": ..., "b": [1..., "..."]}', '{"a":"...","b":["1...","..."]}'],
        ['signs that are no number', '[-, ., -.e, 1., -.5]', '["-",".","-.e",1.0,-0.5]'],
        ['a missing value', '{"a":,"b":2,"c":', '{"a":null,"b":2,"c":null}'],
        ['a missing colon', '{"a" 1, "b" "c"}', '{"a":1,"b":"c"}'],
        ['a name without its end quote', '{"a:1,"b:"c","d: {"e":2}}', '{"a":1,"b":"c","d":{"e":2}}'],
        ['a value without its end quote', '{"a":"b,"c":["d,"e"]}', '{"a":"b","c":["d","e"]}'],
        ['values in a row', '{"a":1}{"b":2} [3][4]', '[{"a":1},{"b":2},[3],[4]]'],
        ['NDJSON with two values in a line', '{"a":1}\n{"b":2}{"c":3}\n', '[{"a":1},{"b":2},{"c":3}]'],
        ['tuples of Python', "{'a': (1, None), 'b': (True,), 'c': ()}", '{"a":[1,null],"b":[true],"c":[]}'],
        ['a value in parentheses', '({"a":(1)})', '{"a":1}'],
        ['an open tuple', '[(1, (2', '[[1,2]]'],
        ['strings of Python with a prefix', "{u'a': b'c', 'd': U\"e\"}", '{"a":"c","d":"e"}'],
        ['escapes of bytes', '["\\x41\\x0a\\xz"]', '["\\u0041\\u000a\\\\xz"]'],
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
    ).map(([name, input, output]): ToolCase => [input, output, oneLine, name]),
    [
      '{"a", "b": 1}',
      { error: 'line 1, column 10: the text cannot be repaired from here on, found ":"' },
      {},
      'a set with a name is not guessed at',
    ],
    ...(
      [
        ['[1,2,"b":3}', 'line 1, column 9: a name with a value in an array; an opening { may be missing'],
        ['[12:30]', 'line 1, column 4: a name with a value in an array; an opening { may be missing'],
        ['[(1, "b": 2)]', 'line 1, column 9: a name with a value in an array; an opening { may be missing'],
        ['"a": 1', 'line 1, column 4: a name with a value outside of an object; an opening { may be missing'],
        ['{"a":1}\n"b": 2', 'line 2, column 4: a name with a value outside of an object; an opening { may be missing'],
        ['Here: {"a":1}', 'line 1, column 1: text beside the JSON; extract-json finds the JSON in a text'],
        ['Sure!\n\n```json\n[1]\n```', 'line 1, column 1: text beside the JSON; extract-json finds the JSON in a text'],
        ['{"a":1}\nDone.', 'line 2, column 1: text beside the JSON; extract-json finds the JSON in a text'],
        ['[1] is it', 'line 1, column 5: text beside the JSON; extract-json finds the JSON in a text'],
        ['a: 1\nb: 2', 'line 1, column 2: a name with a value outside of an object; an opening { may be missing'],
        [
          'x\nfull name = Ada',
          'line 2, column 11: a name with a value outside of an object; an opening { may be missing',
        ],
        ...[
          '[1,,2]',
          '[1, ,]',
          '[1,\n,2]',
          '(1,,2)',
          '[,,1]',
          '{,,"a":1}',
          '{"a":1,,"b":2}',
          '{"a":1,,}',
          '{"a":1},,{"b":2}',
        ].map((text) => {
          const at = text.search(/(?<=,\s*),/);
          const place = text.includes('\n') ? 'line 2, column 1' : `line 1, column ${at + 1}`;
          return [text, `${place}: a comma after another one; remove it, or write the value that is missing`] as const;
        }),
        ['...', 'line 1, column 1: the values that ... stands for are not in the text'],
        ['{...rest, "a": 1}', 'line 1, column 2: the values that ... stands for are not in the text'],
        ['{...}', 'line 1, column 2: the values that ... stands for are not in the text'],
        ['{"a": 1, ...}', 'line 1, column 10: the values that ... stands for are not in the text'],
        ['[1, ..., 9]', 'line 1, column 5: the values that ... stands for are not in the text'],
        ['[\n  ...\n]', 'line 2, column 3: the values that ... stands for are not in the text'],
        ['{"a":1}}', 'line 1, column 8: a } that closes nothing; remove it, or add what it closes'],
        ['[1]\n], [2]', 'line 2, column 1: a ] that closes nothing; remove it, or add what it closes'],
        ['[{"a":1}}, {"b":2}]', 'line 1, column 19: a ] that closes nothing; remove it, or add what it closes'],
        ['["\\u12"]', 'line 1, column 3: the text cannot be repaired from here on, found "\\"'],
      ] as const
    ).map(([input, error]): ToolCase => [input, { error }, {}, `not guessed at: ${JSON.stringify(input)}`]),
    { long: [`[${'(1),'.repeat(120_000)}]`, `[${Array(120_000).fill('1')}]`, oneLine, 'many tuples of one value'] },
    ['('.repeat(501), { error: 'nested deeper than 500 levels' }, {}, '501 tuples'],
    ['hello world', '"hello world"', {}, 'plain text becomes a string'],
    ['https://e.com/?a=1\nC:\\new', '["https://e.com/?a=1","C:\\\\new"]', oneLine, 'no names'],
    [
      '{"a":\n  "\\u12x4"}',
      { error: 'line 2, column 4: the text cannot be repaired from here on, found "\\"' },
      {},
      'the place where the repair ends',
    ],
    ['1 2', { error: 'line 1, column 3: the text cannot be repaired from here on, found "2"' }],
    [
      '{"a":"\0"}',
      { error: 'line 1, column 7: the text cannot be repaired from here on, found U+0000' },
      {},
      'a NUL cannot stand in a string',
    ],
    ['['.repeat(500), '['.repeat(500) + ']'.repeat(500), oneLine, '500 levels'],
    ['['.repeat(501), { error: 'nested deeper than 500 levels' }, {}, '501 levels'],
    ['['.repeat(500_000), { error: 'nested deeper than 500 levels' }, {}, 'more levels than the stack has'],
    [`[${'"x\n'.repeat(100)}]`, `[${Array(100).fill('"x"')}]`, oneLine, 'a hundred lines without end quotes'],
    {
      long: [
        `[${'"x\n'.repeat(100_000)}]`,
        { error: 'line 100001, column 2: too many strings up to here lack a quote or have too many' },
        {},
        'too many lines without end quotes would take quadratic time',
      ],
    },
    [
      `${'['.repeat(499)}${'1,'.repeat(20_000)}`,
      { error: 'the output would be longer than 4000000 characters' },
      {},
      'indentation may not make the text too long',
    ],
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
              /^Step 1 \(json-repair\) failed: (line \d+, column \d+: (the text cannot|text beside|a name with|the values that|a [\]}] that)|the text )/,
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
