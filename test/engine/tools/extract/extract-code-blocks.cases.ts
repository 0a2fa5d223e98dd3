import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { readHtml } from '../../../../engine/text/markup/html.js';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-code-blocks';
const { tests: specification } = createRequire(import.meta.url)('commonmark-spec') as {
  tests: { markdown: string; html: string; section: string; number: number }[];
};
const three = '```js a b\n1\n```\n~~~py\n2\n~~~\n```\n3\n```';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'a\n\n    b\n', output: '' },
    { name: 'a block that is not closed', input: 'a\n```\nb\n\nc', output: 'b\n\nc' },
    { name: 'a longer fence holds a shorter one', input: '````md\n```js\na\n```\n````', output: '```js\na\n```' },
    { name: 'another character does not close', input: '```\n~~~\na\n```', output: '~~~\na' },
    {
      name: 'an indented fence takes its indent from the code',
      input: '  ```\n  a\n    b\n c\n  ```',
      output: 'a\n  b\nc',
    },
    { input: '- a\n\n  ```\n  b\n  ```\n  > ```\n  > c\n  > ```', output: 'b\n\nc' },
    { name: 'no fence inside a line', input: 'a ```b``` c', output: '' },
    {
      name: 'empty blocks and blank lines',
      input: '```\n```\n```\n\n \n```',
      config: { separator: '|' },
      output: '|\n ',
    },
    { name: 'line ends as in the text', input: '```\r\na\r\nb\r\n```\r\n', output: 'a\r\nb' },
    { input: '```\ra\rb\r```', output: 'a\rb' },
    { name: 'tabs stay', input: '```\n\ta\tb\n```', output: '\ta\tb' },

    { input: three, config: { language: 'JS' }, output: '1' },
    { input: three, config: { language: ' py ' }, output: '2' },
    { input: three, config: { language: 'p' }, output: '' },
    { input: three, config: { pick: 1 }, output: '1' },
    { input: three, config: { pick: -1 }, output: '3' },
    { input: three, config: { pick: 4 }, output: '' },
    { input: three, config: { separator: '\n--\n' }, output: '1\n--\n2\n--\n3' },
    { input: three, config: { pick: -4 }, output: '' },
    { input: three, config: { index: 0 }, error: 'Unknown option for extract-code-blocks: index' },
    { input: '```__proto__\na\n```', config: { language: '__proto__' }, output: 'a' },
    { name: 'lone surrogates stay, NUL is replaced', input: '```\n\ud800\0😀\n```', output: '\ud800\ufffd😀' },
    { input: `a\n\n${'> '.repeat(100)}a`, error: 'line 3: quotes and lists are nested too deeply' },
  ],
  checks: {
    'the examples of the CommonMark specification, section 4.5': () => {
      const examples = specification.filter(({ section }) => section === 'Fenced code blocks');
      assert.equal(examples.length, 29);
      for (const { markdown, html, number } of examples) {
        // Of indented code the section has an example too; it stands between no fences.
        const expected = markdown.startsWith('    ') ? '' : codeIn(html).join('|');
        assert.equal(resultOf(slug, markdown, { separator: '|' }), expected, `${number}`);
      }
    },
    'code comes back from between fences': () => {
      const line = fc.string({ unit: fc.constantFrom('a', ' ', '`', '~', '>', '-', '#', '😀', '\t', '<') });
      fc.assert(
        fc.property(fc.array(line, { minLength: 1 }), (lines) => {
          const fence = '`'.repeat(Math.max(3, ...lines.map((text) => text.length + 1)));
          const code = lines.join('\n');
          assert.equal(resultOf(slug, `a\n${fence}x\n${code}\n${fence}\nb`, { language: 'x' }), code);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'hostile texts take linear time': () => {
      for (const text of ['```\n', '`', '> ', '- a\n', '~~~\n```\n', '   ```\n', '``` `\n']) {
        assertLinear(text, (text) => runTool(slug, text));
      }
    },
  },
} satisfies ToolCases;

/** The text of each `pre` element. */
function codeIn(html: string): string[] {
  const blocks: string[] = [];
  let open = false;
  readHtml(html, {
    open(name) {
      if (name !== 'pre') return;
      open = true;
      blocks.push('');
    },
    text(text) {
      if (open) blocks.push((blocks.pop() ?? '') + text.replace(/\n$/, ''));
    },
    close(name) {
      if (name === 'pre') open = false;
    },
  });
  return blocks;
}
