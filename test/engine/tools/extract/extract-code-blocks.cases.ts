import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { readHtml } from '#engine/text/markup/html.js';
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
    ['', ''],
    ['a\n\n    b\n', ''],
    ['a\n```\nb\n\nc', 'b\n\nc', {}, 'a block that is not closed'],
    ['````md\n```js\na\n```\n````', '```js\na\n```', {}, 'a longer fence holds a shorter one'],
    ['```\n~~~\na\n```', '~~~\na', {}, 'another character does not close'],
    ['  ```\n  a\n    b\n c\n  ```', 'a\n  b\nc', {}, 'an indented fence takes its indent from the code'],
    ['- a\n\n  ```\n  b\n  ```\n  > ```\n  > c\n  > ```', 'b\n\nc'],
    ['a ```b``` c', '', {}, 'no fence inside a line'],
    ['```\n```\n```\n\n \n```', '|\n ', { separator: '|' }, 'empty blocks and blank lines'],
    ['```\r\na\r\nb\r\n```\r\n', 'a\r\nb', {}, 'line ends as in the text'],
    ['```\ra\rb\r```', 'a\rb'],
    ['```\n\ta\tb\n```', '\ta\tb', {}, 'tabs stay'],

    [three, '1', { language: 'JS' }],
    [three, '2', { language: ' py ' }],
    [three, '', { language: 'p' }],
    [three, '1', { pick: 1 }],
    [three, '3', { pick: -1 }],
    [three, '', { pick: 4 }],
    [three, '1\n--\n2\n--\n3', { separator: '\n--\n' }],
    [three, '', { pick: -4 }],
    [three, { error: 'Unknown option for extract-code-blocks: index' }, { index: 0 }],
    ['```__proto__\na\n```', 'a', { language: '__proto__' }],
    ['```\n\ud800\0😀\n```', '\ud800\ufffd😀', {}, 'lone surrogates stay, NUL is replaced'],
    [`a\n\n${'> '.repeat(100)}a`, { error: 'line 3: quotes and lists are nested too deeply' }],
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
