import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'string-escape';
const special = [...'a\\"\'\n\r\t\b\f\v\x07\0\x1f\x7f/`$', ...'{}<>&?.*+^[]()|\u2028\u2019é😀'];
const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
});
const withoutNull = text.map((each) => each.replaceAll('\0', ''));

export default {
  slug,
  cases: [
    ['', ''],
    ['', '""', { quotes: true }],
    ['"\\/\b\f\n\r\t\0\x1f\x7fé😀', '\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7fé😀', {}, 'JSON'],
    ['a\ud800b\udc00', 'a\\ud800b\\udc00', {}, 'JSON, lone surrogates'],
    [
      `"'\\\v\0\x1f\x7f\u2028\ud800é`,
      `\\"\\'\\\\\\v\\x00\\x1f\\x7f\\u2028\\ud800é`,
      { language: 'js' },
      'JavaScript, for either kind of quotes',
    ],
    [`"'\\\v\0\r\n\ud800é`, `"\\"'\\\\\\u000b\\u0000\\r\\n\\ud800é"`, { language: 'java', quotes: true }, 'Java'],
    [`"'\\\v\0\r\n\ud800é`, `"\\"\\'\\\\\\x0b\\x00\\r\\n\\ud800é"`, { language: 'python', quotes: true }, 'Python'],
    [
      `"'\\\v\x07\x001\x7f é`,
      `"\\"'\\\\\\v\\a\\0001\\177 é"`,
      { language: 'c', quotes: true },
      'C, whose octal escapes do not run into digits',
    ],
    ['what??! a?b ????', 'what?\\?! a?b ?\\?\\?\\?', { language: 'c' }, 'C without trigraphs'],
    [`it's "a\\b"\n`, `it''s "a\\b"\n`, { language: 'sql' }],
    [`it's "so"\n`, `"it's ""so""\n"`, { language: 'csv', quotes: true }],
    [
      `<a b="c" d='e'>&\t\n\r</a>`,
      '&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;\t\n&#13;&lt;/a&gt;',
      { language: 'xml' },
      'XML text, whose tabs and line feeds stay',
    ],
    [
      'a\tb\nc\rd',
      '"a&#9;b&#10;c&#13;d"',
      { language: 'xml', quotes: true },
      'an attribute, in which a parser would make blanks of them',
    ],
    ['ab\nc\0', { error: 'line 2, column 2: XML cannot hold U+0000' }, { language: 'xml' }],
    ['\ud800', { error: 'line 1, column 1: XML cannot hold U+D800' }, { language: 'xml' }],
    ['😀\uffff', { error: 'line 1, column 2: XML cannot hold U+FFFF' }, { language: 'xml', quotes: true }],
    ['\\^$.*+?()[]{}|/-\n\r\t#', '\\\\\\^\\$\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/-\\n\\r\t#', { language: 'regex' }],
    ['a/b', '/a\\/b/', { language: 'regex', quotes: true }],
    ['', '/(?:)/', { language: 'regex', quotes: true }, 'an empty pattern is not a comment'],
    [`it's "$a" \\n\n`, `it'\\''s "$a" \\n\n`, { language: 'shell' }],
    ['a\0', { error: 'line 1, column 2: a command line cannot hold U+0000' }, { language: 'shell' }],
    [
      "it's ‘a’ ‚b‛ “c” $d `",
      "'it''s ‘‘a’’ ‚‚b‛‛ “c” $d `'",
      { language: 'powershell', quotes: true },
      'PowerShell takes curly quotes for straight ones',
    ],
    [
      'a',
      {
        error:
          'steps[0].config.language must be one of: json, js, java, python, c, sql, csv, xml, regex, shell, powershell',
      },
      { language: 'php' },
    ],
    { long: ['\0'.repeat(500_000), '\\u0000'.repeat(500_000), {}, 'the output grows sixfold at most'] },
  ],
  checks: {
    'string-unescape gives the text again': () => {
      const languages = fc.constantFrom('json', 'js', 'java', 'python', 'c', 'sql', 'csv');
      fc.assert(
        fc.property(text, languages, fc.boolean(), (plain, language, quotes) => {
          const escaped = resultOf(slug, plain, { language, quotes });
          assert.equal(resultOf('string-unescape', escaped, { language, quotes }), plain);
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'JSON is that of JSON.stringify': () => {
      fc.assert(
        fc.property(text, (plain) => assert.equal(resultOf(slug, plain, { quotes: true }), JSON.stringify(plain))),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'V8 reads the JavaScript': () => {
      fc.assert(
        fc.property(text, fc.constantFrom("'", '"'), (plain, quote) => {
          const body = resultOf(slug, plain, { language: 'js' });
          assert.equal(runInNewContext(`'use strict'; ${quote}${body}${quote}`), plain);
        }),
        { seed: 3, numRuns: sampleSize(200) },
      );
    },
    'the pattern matches exactly the text': () => {
      fc.assert(
        fc.property(text, text, (plain, other) => {
          const pattern = new RegExp(`^${resultOf(slug, plain, { language: 'regex' })}$`, 'u');
          assert.ok(pattern.test(plain));
          assert.equal(pattern.test(other), plain === other);
          const literal = resultOf(slug, plain, { language: 'regex', quotes: true });
          assert.ok((runInNewContext(literal) as RegExp).test(plain));
        }),
        { seed: 4, numRuns: sampleSize(300) },
      );
    },
    'SQLite reads the SQL': () => {
      const database = new Database(':memory:');
      fc.assert(
        fc.property(withoutNull, (plain) => {
          const literal = resultOf(slug, plain, { language: 'sql', quotes: true });
          assert.equal(database.prepare(`select ${literal}`).pluck().get(), plain.toWellFormed());
        }),
        { seed: 5, numRuns: sampleSize(200) },
      );
      database.close();
    },
    'sh reads the argument': (t) => {
      const texts = fc.sample(withoutNull, { seed: 6, numRuns: sampleSize(60) });
      const scripts = texts.map((plain) => `printf %s ${resultOf(slug, plain, { language: 'shell', quotes: true })}`);
      shellOracle(t, 'sh', scripts)?.forEach((output, i) => {
        assert.equal(output, texts[i]?.toWellFormed());
      });
    },
    'Python reads the literal': (t) => {
      const plain = fc.string({ unit: fc.constantFrom(...special, '\u0085') });
      const texts = fc.sample(plain, { seed: 7, numRuns: 20 });
      const literals = texts.map((each) => resultOf(slug, each, { language: 'python', quotes: true }));
      const script = `# coding: utf-8\nimport json\nprint(json.dumps([${literals.join(', ')}]))\n`;
      for (const output of shellOracle(t, 'python3 -', [script]) ?? []) assert.deepEqual(JSON.parse(output), texts);
    },
  },
} satisfies ToolCases;
