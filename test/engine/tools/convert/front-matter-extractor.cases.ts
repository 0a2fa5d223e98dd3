import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'front-matter-extractor';
const oneLine = { indent: 0 };
const body = { part: 'body' };

export default {
  slug,
  cases: [
    ['', '{}'],
    ['', '', body],
    ['text\n---\na: 1\n---\n', '{}'],
    ['text\n---\na: 1\n---\n', 'text\n---\na: 1\n---\n', body],
    ['---\na: 1\n', '{}', {}, 'unclosed front matter is not front matter'],
    ['---\na: 1\n', '---\na: 1\n', body],
    ['----\na: 1\n----\n', '{}'],
    [
      '\ufeff--- \r\na: 1\r\n---\t\r\nb\r\n',
      '{"a":1}',
      oneLine,
      'CRLF, CR, a byte order mark and blanks after the marks',
    ],
    ['\ufeff--- \r\na: 1\r\n---\t\r\nb\r\n', 'b\r\n', body],
    ['---\ra: 1\r---\rb', 'b', body],
    ['---\n---\nb', '{}', oneLine, 'nothing in it'],
    ['---\n---\nb', 'b', body],
    ['---\n# c\n---', '{}', oneLine],
    ['---\na: 1\n---', '', body, 'nothing behind it'],
    ['---\na: 1\n...\nb', 'b', body, 'the end of a YAML document'],
    ['---\na: |\n  ---\n  x\n---\nb', '{"a":"---\\nx\\n"}', oneLine, 'a mark inside is indented'],
    ['+++\na = """\n---\n"""\n+++\nb', '{"a":"---\\n"}', oneLine, 'each format has its own mark'],
    ['+++\n+++\nb', '{}', oneLine],
    ['---\n- 1\n- 2\n---\n', '[1,2]', oneLine, 'data that is not a mapping'],
    ['---\n__proto__: 1\n---\n', '{"__proto__":1}', oneLine],
    [
      '---\na: 1\nb: @x\n---\n',
      { error: 'line 3, column 4: plain value cannot start with reserved character @' },
      {},
      'errors have the lines of the file',
    ],
    ['+++\na = 1\nb = x\n+++\n', { error: 'line 3, column 5: expected a value, found "x"' }],
    [`---\n${'- '.repeat(101)}a\n---\n`, { error: 'line 2, column 201: nested deeper than 100 levels' }],
    [
      `---\n${Array.from({ length: 40 }, (_, i) => (i === 0 ? '- &a0 x' : `- &a${i} [*a${i - 1}, *a${i - 1}]`)).join('\n')}\n---\n`,
      { error: 'the output would be longer than 4000000 characters' },
      {},
      'an alias bomb',
    ],
    ['---json\r\n{"a": 1e400}\r\n---\r\nb', '{"a":1e400}', { indent: 0 }],
    ['---JSON\n{}\n---\nb', 'b', body],
    ['---json\n---\nb', '{}', {}, 'empty JSON'],
    ['--- yaml\na: 1\n---\n', '{"a":1}', { indent: 0 }],
    ['---toml\na = 1\n---\n', '{"a":1}', { indent: 0 }],
    [
      '---json\n{"a" 1}\n---\nb',
      { error: 'invalid JSON (line 2, column 6: expected ":" after the property name, found "1")' },
    ],
    ['---jsonx\na', '{}'],
    ['', { error: 'steps[0].config.part must be one of: data, body' }, { part: 'head' }],
  ],
  checks: {
    'splits a document into its data and body': () => {
      const line = fc.string({ unit: fc.constantFrom('a', ' ', '#', '-', '+', '.', '😀'), maxLength: 5 });
      fc.assert(
        fc.property(
          fc.dictionary(fc.stringMatching(/^[a-c]{1,2}$/), fc.string(), { noNullPrototype: true }),
          fc.array(line).map((lines) => lines.join('\n')),
          (data, text) => {
            const yaml = resultOf('json-yaml-converter', JSON.stringify(data));
            const file = `---\n${yaml}\n---\n${text}`;
            assert.deepEqual(JSON.parse(resultOf(slug, file)), data);
            assert.equal(resultOf(slug, file, body), text);
          },
        ),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'hostile texts take linear time': () => {
      for (const piece of ['\n--- x', '\n', ' ', '\n---x', '\r', '-', `\n---${' '.repeat(1000)}x`])
        assertLinear(
          (length) => `---\n${filled(piece, length)}`,
          (text) => runTool(slug, text),
        );
      assertLinear(
        (length) => `---${' '.repeat(length)}x`,
        (text) => runTool(slug, text),
      );
    },
  },
} satisfies ToolCases;
