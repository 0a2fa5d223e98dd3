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
    { input: '', output: '{}' },
    { input: '\n ; nothing\r\n', output: '{}' },
    { input: '', config: env, output: '{}' },
    { input: '', config: properties, output: '{}' },
    { input: '', config: toIni, error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)' },
    {
      input: '{a}',
      error:
        'invalid JSON (line 1, column 2: expected a property name in double quotes, found "a"); set direction to "ini-to-json" if this is not JSON',
    },
    { input: '{a} = 1', config: { direction: 'ini-to-json', indent: 0 }, output: '{"{a}":"1"}' },
    { name: 'a byte order mark is left out', input: '\ufeffa=1', config: oneLine, output: '{"a":"1"}' },
    { name: 'and before JSON', input: '\ufeff{"a":1}', output: 'a = 1' },

    // Reading INI
    {
      input: '[a]\r\nx = 1\r[ b ] ; note\ny:2=3\n[c]',
      config: oneLine,
      output: '{"a":{"x":"1"},"b":{"y":"2=3"},"c":{}}',
    },
    {
      name: 'a section may go on further below',
      input: '[a]\nx=1\n[b]\n[a]\ny=2',
      config: oneLine,
      output: '{"a":{"x":"1","y":"2"},"b":{}}',
    },
    {
      name: 'comments have lines of their own',
      input: '# c\n ; d = e\na = b ; c\nb = #d',
      config: oneLine,
      output: '{"a":"b ; c","b":"#d"}',
    },
    {
      name: 'quotes',
      input: `a = " x "\nb = 'y "\\'\nc = "say \\"hi\\" \\\\ C:\\new" ; note\nd = "x" y\ne = "\nf = 'it''s'`,
      config: oneLine,
      output:
        '{"a":" x ","b":"y \\"\\\\","c":"say \\"hi\\" \\\\ C:\\\\new","d":"\\"x\\" y","e":"\\"","f":"\'it\'\'s\'"}',
    },
    {
      name: 'a key alone is null, a key without a value empty',
      input: 'a\nb=\nc:',
      config: oneLine,
      output: '{"a":null,"b":"","c":""}',
    },
    {
      name: 'a repeated key',
      input: 'a=1\n[s]\nb=x\nb\nb=y',
      config: oneLine,
      output: '{"a":"1","s":{"b":["x",null,"y"]}}',
    },
    {
      name: 'names like properties of objects',
      input: '__proto__=1\n[constructor.prototype]\nx=2\n[toString]\n__proto__=3',
      config: oneLine,
      output: '{"__proto__":"1","constructor.prototype":{"x":"2"},"toString":{"__proto__":"3"}}',
    },
    { name: 'characters of all kinds', input: 'é😀=\ud800\0', config: oneLine, output: '{"é😀":"\\ud800\\u0000"}' },
    {
      name: 'indented keys',
      input: '[a]\n\tx = 1\n\ty = 2\n z = 3\n  [b]\n    w = 4',
      config: oneLine,
      output: '{"a":{"x":"1","y":"2","z":"3"},"b":{"w":"4"}}',
    },
    {
      input: '[a]\nx =\n  one\n  two',
      error:
        'line 3: the line is indented deeper than the key before it; set multiline to "indented" to read values of several lines',
    },
    { input: 'a=1\n[b', error: 'line 2: the section header is not closed by "]"' },
    { input: '[b] c', error: 'line 1: only a comment may follow a section header' },
    { input: '= 1', error: 'line 1: there is no key before "="' },
    { input: 'a=1\n[a]', error: 'line 2: "a" is a key above and a section here' },

    // Values of several lines
    {
      name: 'indented lines, with blank lines and comments between them',
      input: 'a = x\n\ty\n\n  # note\n\tz\n\nb =\n [c]\n k=v\n[s]\nc = "q"\n d',
      config: indented,
      output: '{"a":"x\\ny\\n\\nz","b":"\\n[c]\\nk=v","s":{"c":"\\"q\\"\\nd"}}',
    },
    {
      name: 'indented keys go on where a line is indented deeper than they are',
      input: ' a = 1\n  2\n b = 3',
      config: indented,
      output: '{"a":"1\\n2","b":"3"}',
    },
    {
      name: 'a repeated key, each time with several lines',
      input: 'a = 1\n  2\na = 3\n  4',
      config: indented,
      output: '{"a":["1\\n2","3\\n4"]}',
    },
    {
      input: 'a\n  b',
      config: indented,
      error: 'line 2: the line is indented deeper than the key before it, which has no value',
    },
    {
      name: 'a backslash at the end of a line',
      input: 'a = one \\\n    two\\\n# three \\\r\n four\nb = C:\\\\\n; note \\\n[s]\nc = 1 \\',
      config: backslash,
      output: '{"a":"one two# three four","b":"C:\\\\\\\\","s":{"c":"1"}}',
    },
    {
      name: 'a backslash is only itself without multiline',
      input: 'a = C:\\dir\\\nb = 1',
      config: oneLine,
      output: '{"a":"C:\\\\dir\\\\","b":"1"}',
    },
    { input: 'a = 1 \\\n2\n[b', config: backslash, error: 'line 3: the section header is not closed by "]"' },
    { input: '{"s":{"a":"x\\n\\ny z"}}', config: indented, output: '[s]\na = x\n\n\ty z' },
    { input: '{"a":"\\nx"}', config: indented, output: 'a =\n\tx' },
    { input: '{"a":"x\\n"}', config: indented, error: 'a: INI loses the line end at the end of this value' },
    { input: '{"a":"x\\n y"}', config: indented, error: 'a: line 2 of this value would be read differently' },
    { input: '{"a":"x\\n#y"}', config: indented, error: 'a: line 2 of this value would be read differently' },
    { input: '{"a":"x\\r\\ny"}', config: indented, error: 'a: INI has no carriage return in a value' },
    { input: '{"a":"x\\\\"}', config: backslash, output: 'a = "x\\\\"' },

    { input: '{"a\\\\":null}', config: backslash, error: '["a\\\\"]: INI has no such key' },

    // Comments behind values
    {
      name: 'INI: comments after a blank',
      input: 'a = 1 ; one\nb = x#y\t# two\nc = "1 ; 2" ; three\nd ; four\ne = # five\nf # six = 6',
      config: { ...oneLine, valueComments: 'after-blank' },
      output: '{"a":"1","b":"x#y","c":"1 ; 2","d":null,"e":"","f":null}',
    },
    {
      name: 'INI: comments anywhere',
      input: "a = 1;one\nb = 'x#y'\nc = x#y",
      config: { ...oneLine, valueComments: 'anywhere' },
      output: '{"a":"1","b":"x#y","c":"x"}',
    },
    {
      input: 'a = x ; 1\n  y # 2',
      config: { ...indented, valueComments: 'after-blank' },
      output: '{"a":"x\\ny"}',
    },
    { input: '{"a":"x;y"}', config: { valueComments: 'anywhere' }, output: 'a = "x;y"' },
    { input: '{"a#b":1}', config: { valueComments: 'anywhere' }, error: '["a#b"]: INI has no such key' },
    {
      name: '.env: comments anywhere',
      input: 'A=x#y\nB="x#y"#z\nC=#z',
      config: { ...env, valueComments: 'anywhere' },
      output: '{"A":"x","B":"x#y","C":""}',
    },
    {
      name: '.env: no comments after values',
      input: 'A=x #y\nB=#z\nC="a" # b',
      config: { ...env, valueComments: 'never' },
      output: '{"A":"x #y","B":"#z","C":"a"}',
    },

    // Writing INI
    { input: '{}', output: '' },
    { input: '{"s":{"x":1},"a":"b","t":{}}', output: 'a = b\n\n[s]\nx = 1\n\n[t]' },
    {
      input: '{"a":null,"b":"","c":true,"d":1.50,"e":["x",null,2],"f":[]}',
      output: 'a\nb =\nc = true\nd = 1.50\ne = x\ne\ne = 2',
    },
    {
      input: '{"a":" x","b":"\\"y\\"","c":"x ; y","d":"# z","e":"a;b#c","f":"\\\\","g":"\' \\\\"}',
      output: 'a = " x"\nb = "\\"y\\""\nc = "x ; y"\nd = "# z"\ne = a;b#c\nf = \\\ng = "\' \\\\"',
    },
    { input: '{"a":"x\\ny"}', error: 'a: a value of INI has only one line, unless multiline is "indented"' },
    { input: '{"a":{"b":{"c":1}}}', error: 'a.b: INI has only sections of keys, and lists of plain values' },
    { input: '{"a":[{"b":1}]}', error: 'a: INI has only sections of keys, and lists of plain values' },
    { input: '{"a=b":1}', error: '["a=b"]: INI has no such key' },
    { input: '{"s":{"[a":1}}', error: 's["[a"]: INI has no such key' },
    { input: '{"":1}', error: '[""]: INI has no such key' },
    { input: '{" a":{}}', error: '[" a"]: INI has no such name for a section' },
    { input: '{"a":1,"a":2}', error: 'a: the object has this name twice' },
    { input: '[1]', config: toIni, error: 'INI is made from a JSON object: {"section": {"key": "value"}}' },
    {
      name: 'a long key with many items',
      input: `{"${'k'.repeat(200_000)}":[${'1,'.repeat(100_000)}1]}`,
      error: 'the output would be longer than 4000000 characters',
    },

    // .env
    {
      input: 'A=1\r\n  export B = two words # note\rC=\n# D=4\n\nE=a#b',
      config: env,
      output: '{"A":"1","B":"two words","C":"","E":"a#b"}',
    },
    {
      input: `A='x\n"\\n'\nB=\`y'"\`  # note\nC="a\\n\\t\\"\\\\\\$\\\`\\q\nb" `,
      config: env,
      output: '{"A":"x\\n\\"\\\\n","B":"y\'\\"","C":"a\\n\\t\\"\\\\$`\\\\q\\nb"}',
    },
    { name: 'the last value counts', input: 'A=1\nB=2\nA=3', config: env, output: '{"A":"3","B":"2"}' },
    { input: '__proto__=1\na.b-c=2', config: env, output: '{"__proto__":"1","a.b-c":"2"}' },
    { input: 'A=1\nexport B', config: env, error: 'line 2, column 1: expected NAME=value' },
    { input: 'A=1\nB="x\ny', config: env, error: 'line 2, column 3: the quote that opens here is never closed' },
    { input: "A='x'y", config: env, error: 'line 1, column 6: only a comment may follow a value in quotes' },
    {
      input: '{"A":1,"B":null,"C":"a b","D":"it\'s","E":"x\\ny \\"$z\\"`\\\\","F":"http://x/?a=1,2","G":"#","H":""}',
      config: env,
      output: "A=1\nB=\nC='a b'\nD=\"it's\"\nE=\"x\\ny \\\"\\$z\\\"\\`\\\\\"\nF='http://x/?a=1,2'\nG='#'\nH=",
    },
    { input: '{"a b":1}', config: env, error: '["a b"]: a name has only letters, digits, _ . and -' },
    { input: '{"A":{"B":1}}', config: env, error: 'A: a .env file has only plain values' },
    { input: '1', config: { ...env, ...toIni }, error: 'a .env file is made from a JSON object: {"NAME": "value"}' },

    // .properties
    {
      input: '# c\n ! d\n\na=1\r\nb : 2 \rc\t3\nd\n = 4\ne==5',
      config: properties,
      output: '{"a":"1","b":"2 ","c":"3","d":"","":"4","e":"=5"}',
    },
    {
      input: 'a\\ b\\=c = x\\\n\t  y\\\\\nz = \\u00e9\\t\\q\\',
      config: properties,
      output: '{"a b=c":"xy\\\\","z":"é\\t"}'.replace('\\t"', '\\tq"'),
    },
    { name: 'a comment does not go on', input: '# a\\\nb=1', config: properties, output: '{"b":"1"}' },
    { name: 'the last value counts', input: 'a=1\na=2', config: properties, output: '{"a":"2"}' },
    { input: '__proto__=1', config: properties, output: '{"__proto__":"1"}' },
    { input: 'a=1\\\n2\nb=\\u12', config: properties, error: 'line 3: \\u needs four hexadecimal digits' },
    {
      input: '{"a b":" x ","c=:#!":"\\n\\t\\\\","é":"😀\\u0000\\ud800","":null,"n":1.50}',
      config: properties,
      output: 'a\\ b=\\ x \nc\\=\\:\\#\\!=\\n\\t\\\\\né=😀\\u0000\\ud800\n=\nn=1.50',
    },
    { input: '{"a":[1]}', config: properties, error: 'a: properties have only plain values' },
    {
      input: '[]',
      config: { ...properties, ...toIni },
      error: 'properties are made from a JSON object: {"key": "value"}',
    },
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
                const answer = runTool(slug, text, { direction: 'ini-to-json', dialect });
                assert.ok(typeof answer === 'string' || /failed: line \d+/.test(answer.error), piece);
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
