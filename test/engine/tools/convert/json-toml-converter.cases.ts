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
    { name: 'an empty text is an empty table', input: '', output: '{}' },
    { input: '# nothing\r\n\n', output: '{}' },
    {
      input: '',
      config: toToml,
      error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)',
    },
    { name: 'a byte order mark is left out', input: '\ufeffa = 1', config: oneLine, output: '{"a":1}' },
    { name: 'and before JSON', input: '\ufeff {"a":1}', output: 'a = 1' },
    {
      name: 'never guesses silently',
      input: '[1,2]',
      error:
        'invalid TOML (line 1, column 3: expected "]" to close the header, found ","); set direction to "json-to-toml" if this is JSON',
    },
    {
      input: '{a = 1}',
      error:
        'invalid JSON (line 1, column 2: expected a property name in double quotes, found "a"); TOML never starts with {',
    },
    { input: '[1,2]', config: toToml, error: 'TOML is made from a JSON object: {"name": "value"}' },
    {
      input: '[1',
      config: { direction: 'toml-to-json' },
      error: 'line 1, column 3: expected "]" to close the header, found the end of the text',
    },

    // Values of TOML
    { input: 'a=true\nb=false', config: oneLine, output: '{"a":true,"b":false}' },
    {
      name: 'integers',
      input: 'a=[0, +1, -0, 1_000, 0xDEAD_beef, 0o17, 0b101, 9223372036854775807, -9223372036854775808]',
      config: oneLine,
      output: '{"a":[0,1,0,1000,3735928559,15,5,9223372036854775807,-9223372036854775808]}',
    },
    {
      name: 'floats keep their digits',
      input: 'a=[1.10, +1e3, -0.0, 6.626_070e-34, 1E400, 0e0, 3.141592653589793238462643]',
      config: oneLine,
      output: '{"a":[1.10,1e3,-0.0,6.626070e-34,1E400,0e0,3.141592653589793238462643]}',
    },
    { input: 'a=9223372036854775808', error: 'line 1, column 3: an integer of TOML has at most 64 bits' },
    { input: `a=${'9'.repeat(100_000)}`, error: 'line 1, column 3: an integer of TOML has at most 64 bits' },
    { input: 'a = inf', error: 'line 1, column 5: JSON has no number for inf; put it in quotes to keep it as text' },
    {
      input: 'a = [\n-nan]',
      error: 'line 2, column 1: JSON has no number for -nan; put it in quotes to keep it as text',
    },
    { input: 'a = 01', error: 'line 1, column 5: expected a value, found "01"' },
    { input: 'a = 1__0', error: 'line 1, column 5: expected a value, found "1__0"' },
    { input: 'a = .5', error: 'line 1, column 5: expected a value, found ".5"' },
    { input: 'a = yes', error: 'line 1, column 5: expected a value, found "yes"' },
    { input: 'a =', error: 'line 1, column 4: expected a value, found the end of the text' },
    {
      name: 'dates and times become strings as they are written',
      input:
        'a=[1979-05-27T07:32:00Z, 1979-05-27 00:32:00.999999-07:00, 1979-05-27t07:32:00z, 1979-05-27T07:32, 1979-05-27, 07:32:00.5]',
      config: oneLine,
      output:
        '{"a":["1979-05-27T07:32:00Z","1979-05-27T00:32:00.999999-07:00","1979-05-27T07:32:00Z","1979-05-27T07:32","1979-05-27","07:32:00.5"]}',
    },
    { input: 'a=[2000-02-29, 2024-02-29]', config: oneLine, output: '{"a":["2000-02-29","2024-02-29"]}' },
    { name: 'a date that does not exist', input: 'a=2020-02-30', error: 'line 1, column 3: there is no 2020-02-30' },
    { input: 'a=1900-02-29', error: 'line 1, column 3: there is no 1900-02-29' },
    { input: 'a=1999-04-31', error: 'line 1, column 3: there is no 1999-04-31' },
    { input: 'a=1999-13-01', error: 'line 1, column 3: there is no 1999-13-01' },
    { input: 'a=24:00:00', error: 'line 1, column 3: there is no 24:00:00' },
    { input: 'a=1999-01-01T00:00:00+24:00', error: 'line 1, column 3: there is no 1999-01-01T00:00:00+24:00' },
    {
      name: 'strings',
      input: 'a=["\\b\\t\\n\\f\\r\\e\\"\\\\\\x41\\u00e9\\U0001F600", \'C:\\x"\', "\t", "", \'\']',
      config: oneLine,
      output: '{"a":["\\b\\t\\n\\f\\r\\u001b\\"\\\\Aé😀","C:\\\\x\\"","\\t","",""]}',
    },
    {
      name: 'strings of several lines',
      input: 'a="""\nx\r\n  y\\   \n\n   z\\""""""\nb=\'\'\'x\n\\ \'\'y\'\'\'\'',
      config: oneLine,
      output: '{"a":"x\\r\\n  yz\\"\\"\\"","b":"x\\n\\\\ \'\'y\'"}',
    },
    { input: 'a = "x\ny"', error: 'line 1, column 5: the string that starts here is not closed' },
    { input: 'a = """x"', error: 'line 1, column 5: the string that starts here is not closed' },
    { input: 'a = "\0"', error: 'line 1, column 6: U+0000 must be written as an escape in a string' },
    {
      input: 'a = "x\\q"',
      error: 'line 1, column 7: a backslash here must stand before b, t, n, f, r, e, ", \\, xHH, uHHHH or UHHHHHHHH',
    },
    {
      input: 'a = "\\u12g4"',
      error: 'line 1, column 6: a backslash here must stand before b, t, n, f, r, e, ", \\, xHH, uHHHH or UHHHHHHHH',
    },
    { input: 'a = "\\ud800"', error: 'line 1, column 6: there is no character U+D800' },
    { name: 'a lone surrogate of the text', input: 'a = "\ud800"', config: oneLine, output: '{"a":"\\ud800"}' },
    {
      name: 'arrays and inline tables',
      input: 'a = [ # c\n 1,\n [\n] , {b = {}, c.d = "x"},\n]',
      config: oneLine,
      output: '{"a":[1,[],{"b":{},"c":{"d":"x"}}]}',
    },
    { input: 'a = [1 2]', error: 'line 1, column 8: expected "," or "]" after the item, found "2"' },
    { input: 'a = [,]', error: 'line 1, column 6: expected a value, found ","' },

    // Keys and tables
    {
      name: 'keys',
      input: 'a-_1 = 1\n"b c" = 2\n\'"\' = 3\n"" = 4\n1.2 = 5\n a . "b.c" = 6',
      config: oneLine,
      output: '{"a-_1":1,"b c":2,"\\"":3,"":4,"1":{"2":5},"a":{"b.c":6}}',
    },
    { name: 'names keep their order', input: 'b=1\n2=1\n1=1', config: oneLine, output: '{"b":1,"2":1,"1":1}' },
    {
      name: 'names like properties of objects',
      input: '__proto__.x = 1\n[constructor]\ntoString = 2\n[a.__proto__]',
      config: oneLine,
      output: '{"__proto__":{"x":1},"constructor":{"toString":2},"a":{"__proto__":{}}}',
    },
    {
      name: 'a table may be defined after those inside it',
      input: '[a.b]\nx=1\n[a]\ny=2',
      config: oneLine,
      output: '{"a":{"b":{"x":1},"y":2}}',
    },
    {
      name: 'tables below tables of dotted keys',
      input: '[f]\na.c = 1\n[f.a.t]\ns = 2',
      config: oneLine,
      output: '{"f":{"a":{"c":1,"t":{"s":2}}}}',
    },
    {
      name: 'arrays of tables',
      input: '[[a]]\nb=1\n[[a.c]]\n[[a.c]]\nd=2\n[[a]]\n[a.e]',
      config: oneLine,
      output: '{"a":[{"b":1,"c":[{},{"d":2}]},{"e":{}}]}',
    },
    { input: 'a=1\na=2', error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' },
    { input: '[a]\n[a]', error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' },
    { input: 'a.b=1\n[a]', error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' },
    { input: 'a={}\n[a.b]', error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' },
    { input: 'a={}\na.b=1', error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' },
    { input: 'a=[{}]\n[[a]]', error: 'line 2, column 1: "a" is already defined, and this cannot be added to it' },
    {
      input: '[[a]]\n[a]',
      error: 'line 2, column 1: "a" is already defined, and this cannot be added to it',
    },
    {
      input: '[a.b]\n[a]\nb.c=1',
      config: { direction: 'toml-to-json' },
      error: 'line 3, column 1: "b" is already defined, and this cannot be added to it',
    },
    { input: 'a={b=1,b=2}', error: 'line 1, column 8: "b" is already defined, and this cannot be added to it' },
    { input: 'a', error: 'line 1, column 2: expected "=" after the key, found the end of the text' },
    { input: '= 1', error: 'line 1, column 1: expected a key, found "="' },
    { input: 'a. = 1', error: 'line 1, column 4: expected a key, found "="' },
    { input: 'a = 1 b = 2', error: 'line 1, column 7: expected the end of the line, found "b"' },
    { input: 'a = 1 # \u0001', error: 'line 1, column 9: expected the end of the line, found U+0001' },
    { input: 'a = 1\rb = 2', error: 'line 1, column 6: expected the end of the line, found U+000D' },

    // Depth
    {
      name: '499 arrays',
      input: `a = ${'['.repeat(499)}${']'.repeat(499)}`,
      config: oneLine,
      output: `{"a":${'['.repeat(499)}${']'.repeat(499)}}`,
    },
    { name: 'one more', input: `a = ${'['.repeat(500)}`, error: 'line 1, column 504: nested deeper than 500 levels' },
    {
      name: 'inline tables',
      input: `a = ${'{a='.repeat(100_000)}`,
      error: 'line 1, column 1502: nested deeper than 500 levels',
    },
    {
      name: 'dotted keys',
      input: `a${'.a'.repeat(100_000)} = 1`,
      error: 'line 1, column 1: nested deeper than 500 levels',
    },
    {
      name: 'headers',
      input: `x=1\n[a${'.a'.repeat(100_000)}]`,
      error: 'line 2, column 1: nested deeper than 500 levels',
    },
    {
      name: 'arrays of tables inside one another',
      input: `x=1\n${Array.from({ length: 260 }, (_, i) => `[[a${'.a'.repeat(i)}]]`).join('\n')}`,
      error: 'line 251, column 1: nested deeper than 500 levels',
    },

    // Writing TOML
    { input: '{}', output: '' },
    { name: 'values come before tables', input: '{"t":{"x":1},"a":2}', output: 'a = 2\n\n[t]\nx = 1' },
    {
      name: 'a table that holds only tables needs no header',
      input: '{"a":{"b":{"c":1},"d":{}}}',
      output: '[a.b]\nc = 1\n\n[a.d]',
    },
    { input: '{"a":[{"b":[{}]},{"c":{"d":1}}]}', output: '[[a]]\n\n[[a.b]]\n\n[[a]]\n\n[a.c]\nd = 1' },
    {
      name: 'other arrays have inline tables',
      input: '{"a":[1,{"b":{},"c d":[[]]},[{"e":2}]],"f":[]}',
      output: 'a = [1, { b = {}, "c d" = [[]] }, [{ e = 2 }]]\nf = []',
    },
    {
      name: 'numbers keep their text',
      input: '{"a":[1.10,1e400,-0,9223372036854775807,1E-7,1e05]}',
      output: 'a = [1.10, 1e400, -0, 9223372036854775807, 1E-7, 1e05]',
    },
    {
      name: 'names and strings',
      input: '{"":1,"a.b":2,"é":"\\u0000\\u007f\\n\\"\\\\😀\\/","1-_":3}',
      output: '"" = 1\n"a.b" = 2\n"é" = "\\u0000\\u007F\\n\\"\\\\😀/"\n1-_ = 3',
    },
    { input: '{"__proto__":{"constructor":{"x":1}}}', output: '[__proto__.constructor]\nx = 1' },
    { input: '{"a":[{"b":{"c":null}}]}', error: 'a[0].b.c: TOML has no null; remove the member' },
    { input: '{"a":[1,[null]]}', error: 'a[1][0]: TOML has no null; remove the member' },
    { input: '{"a b":9223372036854775808}', error: '["a b"]: an integer of TOML has at most 64 bits' },
    { input: '{"a":"\\ud800"}', error: 'a: TOML cannot contain a lone surrogate' },
    { input: '{"a":1,"a":2}', error: 'a: the object has this name twice' },
    { input: '1', config: toToml, error: 'TOML is made from a JSON object: {"name": "value"}' },
    {
      name: 'the path of every table is counted',
      input: `{"${'n'.repeat(200_000)}":[${'{},'.repeat(90_000)}{}]}`,
      error: tooLong,
    },
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
              const answer = runTool(slug, text, { direction: 'toml-to-json', indent: 0 });
              const isPlaced =
                typeof answer === 'string' || /failed: (?:line \d+, column \d+: |the output)/.test(answer.error);
              assert.ok(isPlaced, piece);
            },
          );
        }
      }
    },
  },
} satisfies ToolCases;
