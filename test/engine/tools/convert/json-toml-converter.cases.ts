import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse, TomlDate } from 'smol-toml';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-toml-converter';
const oneLine = { indent: 0 };
const toToml = { direction: 'json-to-toml' };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    // Direction
    ['', '{}', {}, 'an empty text is an empty table'],
    ['# nothing\r\n\n', '{}'],
    ['', { error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)' }, toToml],
    ['\ufeffa = 1', '{"a":1}', oneLine, 'a byte order mark is left out'],
    ['\ufeff {"a":1}', 'a = 1', {}, 'and before JSON'],
    [
      '[1,2]',
      {
        error:
          'invalid TOML (line 1, column 3: expected "]" to close the header, found ","); set direction to "json-to-toml" if this is JSON',
      },
      {},
      'never guesses silently',
    ],
    [
      '{a = 1}',
      {
        error:
          'invalid JSON (line 1, column 2: expected a property name in double quotes, found "a"); TOML never starts with {',
      },
    ],
    ['[1,2]', { error: 'TOML is made from a JSON object: {"name": "value"}' }, toToml],
    [
      '[1',
      { error: 'line 1, column 3: expected "]" to close the header, found the end of the text' },
      { direction: 'toml-to-json' },
    ],

    // Values of TOML
    ['a=true\nb=false', '{"a":true,"b":false}', oneLine],
    [
      'a=[0, +1, -0, 1_000, 0xDEAD_beef, 0o17, 0b101, 9223372036854775807, -9223372036854775808]',
      '{"a":[0,1,0,1000,3735928559,15,5,9223372036854775807,-9223372036854775808]}',
      oneLine,
      'integers',
    ],
    [
      'a=[1.10, +1e3, -0.0, 6.626_070e-34, 1E400, 0e0, 3.141592653589793238462643]',
      '{"a":[1.10,1e3,-0.0,6.626070e-34,1E400,0e0,3.141592653589793238462643]}',
      oneLine,
      'floats keep their digits',
    ],
    ['a=9223372036854775808', { error: 'line 1, column 3: an integer of TOML has at most 64 bits' }],
    [`a=${'9'.repeat(100_000)}`, { error: 'line 1, column 3: an integer of TOML has at most 64 bits' }],
    ['a = inf', { error: 'line 1, column 5: JSON has no number for inf; put it in quotes to keep it as text' }],
    ['a = [\n-nan]', { error: 'line 2, column 1: JSON has no number for -nan; put it in quotes to keep it as text' }],
    ['a = 01', { error: 'line 1, column 5: expected a value, found "01"' }],
    ['a = 1__0', { error: 'line 1, column 5: expected a value, found "1__0"' }],
    ['a = .5', { error: 'line 1, column 5: expected a value, found ".5"' }],
    ['a = yes', { error: 'line 1, column 5: expected a value, found "yes"' }],
    ['a =', { error: 'line 1, column 4: expected a value, found the end of the text' }],
    [
      'a=[1979-05-27T07:32:00Z, 1979-05-27 00:32:00.999999-07:00, 1979-05-27t07:32:00z, 1979-05-27T07:32, 1979-05-27, 07:32:00.5]',
      '{"a":["1979-05-27T07:32:00Z","1979-05-27T00:32:00.999999-07:00","1979-05-27T07:32:00Z","1979-05-27T07:32","1979-05-27","07:32:00.5"]}',
      oneLine,
      'dates and times become strings as they are written',
    ],
    ['a=[2000-02-29, 2024-02-29]', '{"a":["2000-02-29","2024-02-29"]}', oneLine],
    ['a=2020-02-30', { error: 'line 1, column 3: there is no 2020-02-30' }, {}, 'a date that does not exist'],
    ['a=1900-02-29', { error: 'line 1, column 3: there is no 1900-02-29' }],
    ['a=1999-04-31', { error: 'line 1, column 3: there is no 1999-04-31' }],
    ['a=1999-13-01', { error: 'line 1, column 3: there is no 1999-13-01' }],
    ['a=24:00:00', { error: 'line 1, column 3: there is no 24:00:00' }],
    ['a=1999-01-01T00:00:00+24:00', { error: 'line 1, column 3: there is no 1999-01-01T00:00:00+24:00' }],
    [
      'a=["\\b\\t\\n\\f\\r\\e\\"\\\\\\x41\\u00e9\\U0001F600", \'C:\\x"\', "\t", "", \'\']',
      '{"a":["\\b\\t\\n\\f\\r\\u001b\\"\\\\Aé😀","C:\\\\x\\"","\\t","",""]}',
      oneLine,
      'strings',
    ],
    [
      'a="""\nx\r\n  y\\   \n\n   z\\""""""\nb=\'\'\'x\n\\ \'\'y\'\'\'\'',
      '{"a":"x\\r\\n  yz\\"\\"\\"","b":"x\\n\\\\ \'\'y\'"}',
      oneLine,
      'strings of several lines',
    ],
    ['a = "x\ny"', { error: 'line 1, column 5: the string that starts here is not closed' }],
    ['a = """x"', { error: 'line 1, column 5: the string that starts here is not closed' }],
    ['a = "\0"', { error: 'line 1, column 6: U+0000 must be written as an escape in a string' }],
    [
      'a = "x\\q"',
      {
        error: 'line 1, column 7: a backslash here must stand before b, t, n, f, r, e, ", \\, xHH, uHHHH or UHHHHHHHH',
      },
    ],
    [
      'a = "\\u12g4"',
      {
        error: 'line 1, column 6: a backslash here must stand before b, t, n, f, r, e, ", \\, xHH, uHHHH or UHHHHHHHH',
      },
    ],
    ['a = "\\ud800"', { error: 'line 1, column 6: there is no character U+D800' }],
    ['a = "\ud800"', '{"a":"\\ud800"}', oneLine, 'a lone surrogate of the text'],
    [
      'a = [ # c\n 1,\n [\n] , {b = {}, c.d = "x"},\n]',
      '{"a":[1,[],{"b":{},"c":{"d":"x"}}]}',
      oneLine,
      'arrays and inline tables',
    ],
    ['a = [1 2]', { error: 'line 1, column 8: expected "," or "]" after the item, found "2"' }],
    ['a = [,]', { error: 'line 1, column 6: expected a value, found ","' }],

    // Keys and tables
    [
      'a-_1 = 1\n"b c" = 2\n\'"\' = 3\n"" = 4\n1.2 = 5\n a . "b.c" = 6',
      '{"a-_1":1,"b c":2,"\\"":3,"":4,"1":{"2":5},"a":{"b.c":6}}',
      oneLine,
      'keys',
    ],
    ['b=1\n2=1\n1=1', '{"b":1,"2":1,"1":1}', oneLine, 'names keep their order'],
    [
      '__proto__.x = 1\n[constructor]\ntoString = 2\n[a.__proto__]',
      '{"__proto__":{"x":1},"constructor":{"toString":2},"a":{"__proto__":{}}}',
      oneLine,
      'names like properties of objects',
    ],
    ['[a.b]\nx=1\n[a]\ny=2', '{"a":{"b":{"x":1},"y":2}}', oneLine, 'a table may be defined after those inside it'],
    ['[f]\na.c = 1\n[f.a.t]\ns = 2', '{"f":{"a":{"c":1,"t":{"s":2}}}}', oneLine, 'tables below tables of dotted keys'],
    [
      '[[a]]\nb=1\n[[a.c]]\n[[a.c]]\nd=2\n[[a]]\n[a.e]',
      '{"a":[{"b":1,"c":[{},{"d":2}]},{"e":{}}]}',
      oneLine,
      'arrays of tables',
    ],
    ['a=1\na=2', { error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' }],
    ['[a]\n[a]', { error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' }],
    ['a.b=1\n[a]', { error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' }],
    ['a={}\n[a.b]', { error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' }],
    ['a={}\na.b=1', { error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' }],
    ['a=[{}]\n[[a]]', { error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' }],
    ['[[a]]\n[a]', { error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' }],
    [
      '[a.b]\n[a]\nb.c=1',
      { error: 'line 3, column 1: "b" is already defined, and this cannot be added to it' },
      { direction: 'toml-to-json' },
    ],
    ['a={b=1,b=2}', { error: 'line 1, column 8: "b" is already defined, and this cannot be added to it' }],
    ['a', { error: 'line 1, column 2: expected "=" after the key, found the end of the text' }],
    ['= 1', { error: 'line 1, column 1: expected a key, found "="' }],
    ['a. = 1', { error: 'line 1, column 4: expected a key, found "="' }],
    ['a = 1 b = 2', { error: 'line 1, column 7: expected the end of the line, found "b"' }],
    ['a = 1 # \u0001', { error: 'line 1, column 9: expected the end of the line, found U+0001' }],
    ['a = 1\rb = 2', { error: 'line 1, column 6: expected the end of the line, found U+000D' }],

    // Depth
    [`a = ${'['.repeat(499)}${']'.repeat(499)}`, `{"a":${'['.repeat(499)}${']'.repeat(499)}}`, oneLine, '499 arrays'],
    [`a = ${'['.repeat(500)}`, { error: 'line 1, column 504: nested deeper than 500 levels' }, {}, 'one more'],
    [
      `a = ${'{a='.repeat(100_000)}`,
      { error: 'line 1, column 1502: nested deeper than 500 levels' },
      {},
      'inline tables',
    ],
    [`a${'.a'.repeat(100_000)} = 1`, { error: 'line 1, column 1: nested deeper than 500 levels' }, {}, 'dotted keys'],
    [`x=1\n[a${'.a'.repeat(100_000)}]`, { error: 'line 2, column 1: nested deeper than 500 levels' }, {}, 'headers'],
    [
      `x=1\n${Array.from({ length: 260 }, (_, i) => `[[a${'.a'.repeat(i)}]]`).join('\n')}`,
      { error: 'line 251, column 1: nested deeper than 500 levels' },
      {},
      'arrays of tables inside one another',
    ],

    // Writing TOML
    ['{}', ''],
    ['{"t":{"x":1},"a":2}', 'a = 2\n\n[t]\nx = 1', {}, 'values come before tables'],
    ['{"a":{"b":{"c":1},"d":{}}}', '[a.b]\nc = 1\n\n[a.d]', {}, 'a table that holds only tables needs no header'],
    ['{"a":[{"b":[{}]},{"c":{"d":1}}]}', '[[a]]\n\n[[a.b]]\n\n[[a]]\n\n[a.c]\nd = 1'],
    [
      '{"a":[1,{"b":{},"c d":[[]]},[{"e":2}]],"f":[]}',
      'a = [1, { b = {}, "c d" = [[]] }, [{ e = 2 }]]\nf = []',
      {},
      'other arrays have inline tables',
    ],
    [
      '{"a":[1.10,1e400,-0,9223372036854775807,1E-7,1e05]}',
      'a = [1.10, 1e400, -0, 9223372036854775807, 1E-7, 1e05]',
      {},
      'numbers keep their text',
    ],
    [
      '{"":1,"a.b":2,"é":"\\u0000\\u007f\\n\\"\\\\😀\\/","1-_":3}',
      '"" = 1\n"a.b" = 2\n"é" = "\\u0000\\u007F\\n\\"\\\\😀/"\n1-_ = 3',
      {},
      'names and strings',
    ],
    ['{"__proto__":{"constructor":{"x":1}}}', '[__proto__.constructor]\nx = 1'],
    ['{"a":[{"b":{"c":null}}]}', { error: 'a[0].b.c: TOML has no null; remove the member' }],
    ['{"a":[1,[null]]}', { error: 'a[1][0]: TOML has no null; remove the member' }],
    ['{"a b":9223372036854775808}', { error: '["a b"]: an integer of TOML has at most 64 bits' }],
    ['{"a":"\\ud800"}', { error: 'a: TOML cannot contain a lone surrogate' }],
    ['{"a":1,"a":2}', { error: 'a: the object has this name twice' }],
    ['1', { error: 'TOML is made from a JSON object: {"name": "value"}' }, toToml],
    [
      `{"${'n'.repeat(200_000)}":[${'{},'.repeat(90_000)}{}]}`,
      { error: tooLong },
      {},
      'the path of every table is counted',
    ],
  ],
  checks: {
    'JSON survives a round trip through TOML with every value, and another parser agrees': () => {
      const text = fc.string({
        unit: fc.constantFrom('a', '"', "'", '\\', '\n', '\r', '\t', '\0', '\x7f', '#', '=', '.', 'é', '😀', ' '),
        maxLength: 5,
      });
      const { value } = fc.letrec<{ value: unknown }>((tie) => ({
        value: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          text,
          fc.constantFrom(true, false, 0, -1.5, 1e21, 1e-7, 9007199254740991),
          fc.array(tie('value'), { maxLength: 4 }),
          fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
        ),
      }));
      fc.assert(
        fc.property(fc.dictionary(text, value, { noNullPrototype: true }), (object) => {
          const toml = resultOf(slug, JSON.stringify(object), toToml);
          assert.deepEqual(JSON.parse(resultOf(slug, toml, { direction: 'toml-to-json' })), object);
          assert.deepEqual(JSON.parse(JSON.stringify(parse(toml))), object);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'accepts and refuses the same texts as smol-toml': () => {
      const key = fc.constantFrom('a', 'b', 'a.b', 'a.b.c', '"b"', 'b . c');
      const word = fc.constantFrom(
        '1',
        '1.5',
        '"x"',
        "'y'",
        '[]',
        '[1, 2]',
        '[{}]',
        '{}',
        '{b = 1}',
        '{b.c = 1}',
        'true',
        '0x1F',
        '07:30:00',
        '"""\nx"""',
        '1_0',
        '01',
        '',
        '[1,',
        "'''a''''",
      );
      const line = fc.oneof(
        fc.tuple(key, word).map(([name, value]) => `${name} = ${value}`),
        key.map((name) => `[${name}]`),
        key.map((name) => `[[${name}]]`),
        fc.constantFrom('', '# c', '[a', ']', 'a'),
      );
      fc.assert(
        fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
          const toml = lines.join('\n');
          const actual = runTool(slug, toml, { direction: 'toml-to-json' });
          let expected: unknown;
          try {
            expected = JSON.parse(
              JSON.stringify(parse(toml), (_, item: unknown) => (item instanceof TomlDate ? item.toISOString() : item)),
            );
          } catch {
            assert.equal(typeof actual, 'object', toml);
            return;
          }
          assert.deepEqual(
            typeof actual === 'string' ? JSON.parse(actual.replace('07:30:00"', '07:30:00.000"')) : actual,
            expected,
            toml,
          );
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'hostile texts take linear time': () => {
      for (const piece of [
        '[[a]]\n',
        'a=[',
        '[',
        '"',
        "'",
        '"""',
        '\\',
        '#\n',
        '\n',
        ' ',
        '=',
        '1',
        '1_',
        '1,',
        '{},',
        'a.',
        '\ud800',
        '-',
        '1979-01-01T',
      ]) {
        for (const lead of ['', 'a=', 'a=[', 'a="""']) {
          assertLinear(
            (length) => lead + filled(piece, length),
            (text) => {
              const result = runTool(slug, text, { direction: 'toml-to-json', indent: 0 });
              const isPlaced =
                typeof result === 'string' || /failed: (?:line \d+, column \d+: |the output)/.test(result.error);
              assert.ok(isPlaced, piece);
            },
          );
        }
      }
    },
  },
} satisfies ToolCases;
