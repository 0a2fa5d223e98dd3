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
    { input: '', output: '' },
    { input: '', config: { quotes: true }, output: '""' },
    { name: 'JSON', input: '"\\/\b\f\n\r\t\0\x1f\x7fé😀', output: '\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7fé😀' },
    { name: 'JSON, lone surrogates', input: 'a\ud800b\udc00', output: 'a\\ud800b\\udc00' },
    {
      name: 'JavaScript, for either kind of quotes',
      input: `"'\\\v\0\x1f\x7f\u2028\ud800é`,
      config: { language: 'js' },
      output: `\\"\\'\\\\\\v\\x00\\x1f\\x7f\\u2028\\ud800é`,
    },
    {
      name: 'Java',
      input: `"'\\\v\0\r\n\ud800é`,
      config: { language: 'java', quotes: true },
      output: `"\\"'\\\\\\u000b\\u0000\\r\\n\\ud800é"`,
    },
    {
      name: 'Python',
      input: `"'\\\v\0\r\n\ud800é`,
      config: { language: 'python', quotes: true },
      output: `"\\"\\'\\\\\\x0b\\x00\\r\\n\\ud800é"`,
    },
    {
      name: 'C, whose octal escapes do not run into digits',
      input: `"'\\\v\x07\x001\x7f é`,
      config: { language: 'c', quotes: true },
      output: `"\\"'\\\\\\v\\a\\0001\\177 é"`,
    },
    {
      name: 'C without trigraphs',
      input: 'what??! a?b ????',
      config: { language: 'c' },
      output: 'what?\\?! a?b ?\\?\\?\\?',
    },
    { input: `it's "a\\b"\n`, config: { language: 'sql' }, output: `it''s "a\\b"\n` },
    { input: `it's "so"\n`, config: { language: 'csv', quotes: true }, output: `"it's ""so""\n"` },
    {
      name: 'XML text, whose tabs and line feeds stay',
      input: `<a b="c" d='e'>&\t\n\r</a>`,
      config: { language: 'xml' },
      output: '&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;\t\n&#13;&lt;/a&gt;',
    },
    {
      name: 'an attribute, in which a parser would make blanks of them',
      input: 'a\tb\nc\rd',
      config: { language: 'xml', quotes: true },
      output: '"a&#9;b&#10;c&#13;d"',
    },
    { input: 'ab\nc\0', config: { language: 'xml' }, error: 'line 2, column 2: XML cannot hold U+0000' },
    { input: '\ud800', config: { language: 'xml' }, error: 'line 1, column 1: XML cannot hold U+D800' },
    { input: '😀\uffff', config: { language: 'xml', quotes: true }, error: 'line 1, column 2: XML cannot hold U+FFFF' },
    {
      input: '\\^$.*+?()[]{}|/-\n\r\t#',
      config: { language: 'regex' },
      output: '\\\\\\^\\$\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/-\\n\\r\t#',
    },
    { input: 'a/b', config: { language: 'regex', quotes: true }, output: '/a\\/b/' },
    {
      name: 'an empty pattern is not a comment',
      input: '',
      config: { language: 'regex', quotes: true },
      output: '/(?:)/',
    },
    { input: `it's "$a" \\n\n`, config: { language: 'shell' }, output: `it'\\''s "$a" \\n\n` },
    { input: 'a\0', config: { language: 'shell' }, error: 'line 1, column 2: a command line cannot hold U+0000' },
    {
      name: 'PowerShell takes curly quotes for straight ones',
      input: "it's ‘a’ ‚b‛ “c” $d `",
      config: { language: 'powershell', quotes: true },
      output: "'it''s ‘‘a’’ ‚‚b‛‛ “c” $d `'",
    },
    {
      input: 'a',
      config: { language: 'php' },
      error:
        'steps[0].config.language must be one of: json, js, java, python, c, sql, csv, xml, regex, shell, powershell',
    },
    {
      name: 'the output grows sixfold at most',
      isLong: true,
      input: '\0'.repeat(500_000),
      output: '\\u0000'.repeat(500_000),
    },
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
