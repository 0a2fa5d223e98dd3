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
    { input: '', output: '{}' },
    { input: '', config: body, output: '' },
    { input: 'text\n---\na: 1\n---\n', output: '{}' },
    { input: 'text\n---\na: 1\n---\n', config: body, output: 'text\n---\na: 1\n---\n' },
    { name: 'unclosed front matter is not front matter', input: '---\na: 1\n', output: '{}' },
    { input: '---\na: 1\n', config: body, output: '---\na: 1\n' },
    { input: '----\na: 1\n----\n', output: '{}' },
    {
      name: 'CRLF, CR, a byte order mark and blanks after the marks',
      input: '\ufeff--- \r\na: 1\r\n---\t\r\nb\r\n',
      config: oneLine,
      output: '{"a":1}',
    },
    { input: '\ufeff--- \r\na: 1\r\n---\t\r\nb\r\n', config: body, output: 'b\r\n' },
    { input: '---\ra: 1\r---\rb', config: body, output: 'b' },
    { name: 'nothing in it', input: '---\n---\nb', config: oneLine, output: '{}' },
    { input: '---\n---\nb', config: body, output: 'b' },
    { input: '---\n# c\n---', config: oneLine, output: '{}' },
    { name: 'nothing behind it', input: '---\na: 1\n---', config: body, output: '' },
    { name: 'the end of a YAML document', input: '---\na: 1\n...\nb', config: body, output: 'b' },
    {
      name: 'a mark inside is indented',
      input: '---\na: |\n  ---\n  x\n---\nb',
      config: oneLine,
      output: '{"a":"---\\nx\\n"}',
    },
    {
      name: 'each format has its own mark',
      input: '+++\na = """\n---\n"""\n+++\nb',
      config: oneLine,
      output: '{"a":"---\\n"}',
    },
    { input: '+++\n+++\nb', config: oneLine, output: '{}' },
    { name: 'data that is not a mapping', input: '---\n- 1\n- 2\n---\n', config: oneLine, output: '[1,2]' },
    { input: '---\n__proto__: 1\n---\n', config: oneLine, output: '{"__proto__":1}' },
    {
      name: 'errors have the lines of the file',
      input: '---\na: 1\nb: @x\n---\n',
      error: 'line 3, column 4: plain value cannot start with reserved character @',
    },
    { input: '+++\na = 1\nb = x\n+++\n', error: 'line 3, column 5: expected a value, found "x"' },
    { input: `---\n${'- '.repeat(101)}a\n---\n`, error: 'line 2, column 201: nested deeper than 100 levels' },
    {
      name: 'an alias bomb',
      input: `---\n${Array.from({ length: 40 }, (_, i) => (i === 0 ? '- &a0 x' : `- &a${i} [*a${i - 1}, *a${i - 1}]`)).join('\n')}\n---\n`,
      error: 'the output would be longer than 4000000 characters',
    },
    { input: '', config: { part: 'head' }, error: 'steps[0].config.part must be one of: data, body' },
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
