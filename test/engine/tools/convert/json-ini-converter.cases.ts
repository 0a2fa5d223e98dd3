import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-ini-converter';
const oneLine = { indent: 0 };
const indented = { multiline: 'indented', indent: 0 };
const backslash = { multiline: 'backslash', indent: 0 };
const env = { dialect: 'env', indent: 0 };
const properties = { dialect: 'properties', indent: 0 };
const toIni = { direction: 'json-to-ini' };

export default {
  slug,
  cases: [
    // Direction
    ['', '{}'],
    ['\n ; nothing\r\n', '{}'],
    ['', '{}', env],
    ['', '{}', properties],
    ['', { error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)' }, toIni],
    [
      '{a}',
      {
        error:
          'invalid JSON (line 1, column 2: expected a property name in double quotes, found "a"); set direction to "ini-to-json" if this is not JSON',
      },
    ],
    ['{a} = 1', '{"{a}":"1"}', { direction: 'ini-to-json', indent: 0 }],
    ['\ufeffa=1', '{"a":"1"}', oneLine, 'a byte order mark is left out'],
    ['\ufeff{"a":1}', 'a = 1', {}, 'and before JSON'],

    // Reading INI
    ['[a]\r\nx = 1\r[ b ] ; note\ny:2=3\n[c]', '{"a":{"x":"1"},"b":{"y":"2=3"},"c":{}}', oneLine],
    ['[a]\nx=1\n[b]\n[a]\ny=2', '{"a":{"x":"1","y":"2"},"b":{}}', oneLine, 'a section may go on further below'],
    ['# c\n ; d = e\na = b ; c\nb = #d', '{"a":"b ; c","b":"#d"}', oneLine, 'comments have lines of their own'],
    [
      `a = " x "\nb = 'y "\\'\nc = "say \\"hi\\" \\\\ C:\\new" ; note\nd = "x" y\ne = "\nf = 'it''s'`,
      '{"a":" x ","b":"y \\"\\\\","c":"say \\"hi\\" \\\\ C:\\\\new","d":"\\"x\\" y","e":"\\"","f":"\'it\'\'s\'"}',
      oneLine,
      'quotes',
    ],
    ['a\nb=\nc:', '{"a":null,"b":"","c":""}', oneLine, 'a key alone is null, a key without a value empty'],
    ['a=1\n[s]\nb=x\nb\nb=y', '{"a":"1","s":{"b":["x",null,"y"]}}', oneLine, 'a repeated key'],
    [
      '__proto__=1\n[constructor.prototype]\nx=2\n[toString]\n__proto__=3',
      '{"__proto__":"1","constructor.prototype":{"x":"2"},"toString":{"__proto__":"3"}}',
      oneLine,
      'names like properties of objects',
    ],
    ['é😀=\ud800\0', '{"é😀":"\\ud800\\u0000"}', oneLine, 'characters of all kinds'],
    [
      '[a]\n\tx = 1\n\ty = 2\n z = 3\n  [b]\n    w = 4',
      '{"a":{"x":"1","y":"2","z":"3"},"b":{"w":"4"}}',
      oneLine,
      'indented keys',
    ],
    [
      '[a]\nx =\n  one\n  two',
      {
        error:
          'line 3: the line is indented deeper than the key before it; set multiline to "indented" to read values of several lines',
      },
    ],
    ['a=1\n[b', { error: 'line 2: the section header is not closed by "]"' }],
    ['[b] c', { error: 'line 1: only a comment may follow a section header' }],
    ['= 1', { error: 'line 1: there is no key before "="' }],
    ['a=1\n[a]', { error: 'line 2: "a" is a key above and a section here' }],

    // Values of several lines
    [
      'a = x\n\ty\n\n  # note\n\tz\n\nb =\n [c]\n k=v\n[s]\nc = "q"\n d',
      '{"a":"x\\ny\\n\\nz","b":"\\n[c]\\nk=v","s":{"c":"\\"q\\"\\nd"}}',
      indented,
      'indented lines, with blank lines and comments between them',
    ],
    [
      ' a = 1\n  2\n b = 3',
      '{"a":"1\\n2","b":"3"}',
      indented,
      'indented keys go on where a line is indented deeper than they are',
    ],
    ['a = 1\n  2\na = 3\n  4', '{"a":["1\\n2","3\\n4"]}', indented, 'a repeated key, each time with several lines'],
    ['a\n  b', { error: 'line 2: the line is indented deeper than the key before it, which has no value' }, indented],
    [
      'a = one \\\n    two\\\n# three \\\r\n four\nb = C:\\\\\n; note \\\n[s]\nc = 1 \\',
      '{"a":"one two# three four","b":"C:\\\\\\\\","s":{"c":"1"}}',
      backslash,
      'a backslash at the end of a line',
    ],
    ['a = C:\\dir\\\nb = 1', '{"a":"C:\\\\dir\\\\","b":"1"}', oneLine, 'a backslash is only itself without multiline'],
    ['a = 1 \\\n2\n[b', { error: 'line 3: the section header is not closed by "]"' }, backslash],
    ['{"s":{"a":"x\\n\\ny z"}}', '[s]\na = x\n\n\ty z', indented],
    ['{"a":"\\nx"}', 'a =\n\tx', indented],
    ['{"a":"x\\n"}', { error: 'a: INI loses the line end at the end of this value' }, indented],
    ['{"a":"x\\n y"}', { error: 'a: line 2 of this value would be read differently' }, indented],
    ['{"a":"x\\n#y"}', { error: 'a: line 2 of this value would be read differently' }, indented],
    ['{"a":"x\\r\\ny"}', { error: 'a: INI has no carriage return in a value' }, indented],
    ['{"a":"x\\\\"}', 'a = "x\\\\"', backslash],

    ['{"a\\\\":null}', { error: '["a\\\\"]: INI has no such key' }, backslash],

    // Comments behind values
    [
      'a = 1 ; one\nb = x#y\t# two\nc = "1 ; 2" ; three\nd ; four\ne = # five\nf # six = 6',
      '{"a":"1","b":"x#y","c":"1 ; 2","d":null,"e":"","f":null}',
      { ...oneLine, valueComments: 'after-blank' },
      'INI: comments after a blank',
    ],
    [
      "a = 1;one\nb = 'x#y'\nc = x#y",
      '{"a":"1","b":"x#y","c":"x"}',
      { ...oneLine, valueComments: 'anywhere' },
      'INI: comments anywhere',
    ],
    ['a = x ; 1\n  y # 2', '{"a":"x\\ny"}', { ...indented, valueComments: 'after-blank' }],
    ['{"a":"x;y"}', 'a = "x;y"', { valueComments: 'anywhere' }],
    ['{"a#b":1}', { error: '["a#b"]: INI has no such key' }, { valueComments: 'anywhere' }],
    [
      'A=x#y\nB="x#y"#z\nC=#z',
      '{"A":"x","B":"x#y","C":""}',
      { ...env, valueComments: 'anywhere' },
      '.env: comments anywhere',
    ],
    [
      'A=x #y\nB=#z\nC="a" # b',
      '{"A":"x #y","B":"#z","C":"a"}',
      { ...env, valueComments: 'never' },
      '.env: no comments after values',
    ],

    // Writing INI
    ['{}', ''],
    ['{"s":{"x":1},"a":"b","t":{}}', 'a = b\n\n[s]\nx = 1\n\n[t]'],
    ['{"a":null,"b":"","c":true,"d":1.50,"e":["x",null,2],"f":[]}', 'a\nb =\nc = true\nd = 1.50\ne = x\ne\ne = 2'],
    [
      '{"a":" x","b":"\\"y\\"","c":"x ; y","d":"# z","e":"a;b#c","f":"\\\\","g":"\' \\\\"}',
      'a = " x"\nb = "\\"y\\""\nc = "x ; y"\nd = "# z"\ne = a;b#c\nf = \\\ng = "\' \\\\"',
    ],
    ['{"a":"x\\ny"}', { error: 'a: a value of INI has only one line, unless multiline is "indented"' }],
    ['{"a":{"b":{"c":1}}}', { error: 'a.b: INI has only sections of keys, and lists of plain values' }],
    ['{"a":[{"b":1}]}', { error: 'a: INI has only sections of keys, and lists of plain values' }],
    ['{"a=b":1}', { error: '["a=b"]: INI has no such key' }],
    ['{"s":{"[a":1}}', { error: 's["[a"]: INI has no such key' }],
    ['{"":1}', { error: '[""]: INI has no such key' }],
    ['{" a":{}}', { error: '[" a"]: INI has no such name for a section' }],
    ['{"a":1,"a":2}', { error: 'a: the object has this name twice' }],
    ['[1]', { error: 'INI is made from a JSON object: {"section": {"key": "value"}}' }, toIni],
    [
      `{"${'k'.repeat(200_000)}":[${'1,'.repeat(100_000)}1]}`,
      { error: 'the output would be longer than 4000000 characters' },
      {},
      'a long key with many items',
    ],

    // .env
    ['A=1\r\n  export B = two words # note\rC=\n# D=4\n\nE=a#b', '{"A":"1","B":"two words","C":"","E":"a#b"}', env],
    [
      `A='x\n"\\n'\nB=\`y'"\`  # note\nC="a\\n\\t\\"\\\\\\$\\\`\\q\nb" `,
      '{"A":"x\\n\\"\\\\n","B":"y\'\\"","C":"a\\n\\t\\"\\\\$`\\\\q\\nb"}',
      env,
    ],
    ['A=1\nB=2\nA=3', '{"A":"3","B":"2"}', env, 'the last value counts'],
    ['__proto__=1\na.b-c=2', '{"__proto__":"1","a.b-c":"2"}', env],
    ['A=1\nexport B', { error: 'line 2, column 1: expected NAME=value' }, env],
    ['A=1\nB="x\ny', { error: 'line 2, column 3: the quote that opens here is never closed' }, env],
    ["A='x'y", { error: 'line 1, column 6: only a comment may follow a value in quotes' }, env],
    [
      '{"A":1,"B":null,"C":"a b","D":"it\'s","E":"x\\ny \\"$z\\"`\\\\","F":"http://x/?a=1,2","G":"#","H":""}',
      "A=1\nB=\nC='a b'\nD=\"it's\"\nE=\"x\\ny \\\"\\$z\\\"\\`\\\\\"\nF='http://x/?a=1,2'\nG='#'\nH=",
      env,
    ],
    ['{"a b":1}', { error: '["a b"]: a name has only letters, digits, _ . and -' }, env],
    ['{"A":{"B":1}}', { error: 'A: a .env file has only plain values' }, env],
    ['1', { error: 'a .env file is made from a JSON object: {"NAME": "value"}' }, { ...env, ...toIni }],

    // .properties
    [
      '# c\n ! d\n\na=1\r\nb : 2 \rc\t3\nd\n = 4\ne==5',
      '{"a":"1","b":"2 ","c":"3","d":"","":"4","e":"=5"}',
      properties,
    ],
    [
      'a\\ b\\=c = x\\\n\t  y\\\\\nz = \\u00e9\\t\\q\\',
      '{"a b=c":"xy\\\\","z":"é\\t"}'.replace('\\t"', '\\tq"'),
      properties,
    ],
    ['# a\\\nb=1', '{"b":"1"}', properties, 'a comment does not go on'],
    ['a=1\na=2', '{"a":"2"}', properties, 'the last value counts'],
    ['__proto__=1', '{"__proto__":"1"}', properties],
    ['a=1\\\n2\nb=\\u12', { error: 'line 3: \\u needs four hexadecimal digits' }, properties],
    [
      '{"a b":" x ","c=:#!":"\\n\\t\\\\","é":"😀\\u0000\\ud800","":null,"n":1.50}',
      'a\\ b=\\ x \nc\\=\\:\\#\\!=\\n\\t\\\\\né=😀\\u0000\\ud800\n=\nn=1.50',
      properties,
    ],
    ['{"a":[1]}', { error: 'a: properties have only plain values' }, properties],
    ['[]', { error: 'properties are made from a JSON object: {"key": "value"}' }, { ...properties, ...toIni }],
  ],
  checks: {
    'JSON survives a round trip through INI': () => {
      const text = fc.string({
        unit: fc.constantFrom('a', ' ', '"', "'", '\\', ';', '#', '=', ':', '[', ']', 'é', '😀', '\t'),
        maxLength: 6,
      });
      const key = fc.stringMatching(/^[a-c]{1,2}$/);
      const value = fc.oneof(text, fc.constant(null), fc.array(text, { minLength: 2, maxLength: 3 }));
      const section = fc.dictionary(key, value, { noNullPrototype: true });
      fc.assert(
        fc.property(
          section,
          fc.dictionary(fc.stringMatching(/^[d-f]{1,2}$/), section, { noNullPrototype: true }),
          fc.constantFrom('none', 'indented', 'backslash'),
          fc.constantFrom('auto', 'after-blank', 'anywhere'),
          (keys, sections, multiline, valueComments) => {
            const json = JSON.stringify({ ...keys, ...sections });
            const reading = { multiline, valueComments, indent: 0 };
            const written = resultOf(slug, json, { ...toIni, ...reading });
            assert.equal(resultOf(slug, written, { direction: 'ini-to-json', ...reading }), json);
          },
        ),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'values of several lines come back or are refused': () => {
      const value = fc.string({
        unit: fc.constantFrom('a', ' ', '"', '\\', ';', '#', '=', '[', '\n', '\n', '\r'),
        maxLength: 8,
      });
      const runs = sampleSize(500);
      let written = 0;
      fc.assert(
        fc.property(value, fc.constantFrom('auto', 'anywhere'), (a, valueComments) => {
          const json = JSON.stringify({ a, b: a });
          const reading = { ...indented, valueComments };
          const ini = runTool(slug, json, { ...toIni, ...reading });
          if (typeof ini !== 'string') return;
          written++;
          assert.equal(resultOf(slug, ini, { direction: 'ini-to-json', ...reading }), json);
        }),
        { seed: 6, numRuns: runs },
      );
      assert.ok(written > runs / 5, String(written));
    },
    'and from .env and .properties': () => {
      const text = fc.string({
        unit: fc.constantFrom(
          'a',
          ' ',
          '"',
          "'",
          '\\',
          '#',
          '=',
          '$',
          '`',
          '\n',
          '\r',
          '\t',
          '\f',
          '!',
          '😀',
          '\0',
          'u0041',
        ),
        maxLength: 6,
      });
      fc.assert(
        fc.property(
          fc.dictionary(fc.stringMatching(/^[\w.-]{1,4}$/), text, { noNullPrototype: true }),
          fc.constantFrom('env', 'properties'),
          (object, dialect) => {
            const json = JSON.stringify(object);
            const written = resultOf(slug, json, { ...toIni, dialect });
            assert.equal(resultOf(slug, written, { direction: 'ini-to-json', dialect, indent: 0 }), json);
          },
        ),
        { seed: 2, numRuns: sampleSize(500) },
      );
      fc.assert(
        fc.property(fc.dictionary(text, text, { noNullPrototype: true }), (object) => {
          const written = resultOf(slug, JSON.stringify(object), { ...toIni, dialect: 'properties' });
          assert.deepEqual(JSON.parse(resultOf(slug, written, properties)), object);
        }),
        { seed: 3, numRuns: sampleSize(500) },
      );
    },
    'Node reads the .env files that are written': () => {
      const text = fc.string({
        unit: fc.constantFrom('a', 'B', ' ', '#', '=', "'", 'é', '\n', ':', '/'),
        maxLength: 6,
      });
      fc.assert(
        fc.property(fc.dictionary(fc.stringMatching(/^[A-Z]{1,3}$/), text, { noNullPrototype: true }), (object) => {
          assert.deepEqual(
            { ...parseEnv(resultOf(slug, JSON.stringify(object), { ...toIni, dialect: 'env' })) },
            object,
          );
        }),
        { seed: 4, numRuns: sampleSize(300) },
      );
    },
    'Python reads the INI files that are written': (t) => {
      const text = fc
        .string({ unit: fc.constantFrom('a', 'b', ' ', '=', ':', ']', '[', 'é', '\\'), maxLength: 6 })
        .map((value) => value.trim());
      const section = fc.dictionary(fc.stringMatching(/^[a-c]{1,2}$/), fc.oneof(text, fc.constant(null)), {
        noNullPrototype: true,
      });
      const objects = fc.sample(fc.dictionary(fc.stringMatching(/^[d-f]{1,2}$/), section, { noNullPrototype: true }), {
        seed: 5,
        numRuns: sampleSize(200),
      });
      const texts = objects.map((object) => resultOf(slug, JSON.stringify(object), toIni));
      const { status, error, stdout } = spawnSync('python3', ['-c', pythonReader], { input: JSON.stringify(texts) });
      if (error !== undefined) return t.skip('python3 is not installed');
      assert.equal(status, 0);
      assert.deepEqual(JSON.parse(stdout.toString()), objects);
    },
    'values of several lines are what Python reads': (t) => {
      const line = fc.constantFrom('[s]', 'a = 1', ' b = 2', '  x', '\ty', '', '# c', '  ; d', 'k: v w', ' [z]');
      const texts = fc
        .sample(fc.array(line, { maxLength: 8 }), { seed: 7, numRuns: sampleSize(300) })
        .map((lines) => ['[t]', 'z = 0', ...lines].join('\n'));
      const { status, error, stdout } = spawnSync('python3', ['-c', pythonReader], { input: JSON.stringify(texts) });
      if (error !== undefined) return t.skip('python3 is not installed');
      assert.equal(status, 0);
      for (const [i, expected] of (JSON.parse(stdout.toString()) as unknown[]).entries()) {
        // Python refuses sections and keys that come twice.
        if (expected === null) continue;
        const result = runTool(slug, texts[i] ?? '', { direction: 'ini-to-json', ...indented });
        if (typeof result === 'string') assert.deepEqual(JSON.parse(result), expected, texts[i]);
        else assert.fail(`${texts[i]}: ${result.error}`);
      }
    },
    'hostile texts take linear time': () => {
      for (const piece of [
        '[a]\n',
        'a\n',
        '"',
        '\\',
        '\\\n',
        '#\n',
        '\n',
        ' ',
        '=',
        "a='",
        'a="',
        'a=1\n',
        '\\u',
        '\ud800',
        '#',
      ]) {
        for (const dialect of ['ini', 'env', 'properties']) {
          for (const lead of ['', 'a="', 'a=']) {
            assertLinear(
              (length) => lead + filled(piece, length),
              (text) => {
                const result = runTool(slug, text, { direction: 'ini-to-json', dialect });
                assert.ok(typeof result === 'string' || /failed: line \d+/.test(result.error), piece);
              },
            );
          }
        }
      }
    },
  },
} satisfies ToolCases;

const pythonReader = `
import configparser, json, sys
def read(text):
    parser = configparser.RawConfigParser(allow_no_value=True, default_section=None)
    parser.optionxform = str
    try: parser.read_string(text)
    # Up to Python 3.12 a line that continues a key without value is an AttributeError.
    except (configparser.Error, AttributeError): return None
    return {name: dict(parser.items(name)) for name in parser.sections()}
print(json.dumps([read(text) for text in json.load(sys.stdin)]))
`;
