import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readMarkdown } from '../../text/markup/markdown.js';
import { MarkdownTextWriter } from './markdown-to-text/markdown-text.js';

export default defineTool({
  slug: 'markdown-to-text',
  title: 'Markdown to plain text',
  description:
    'Removes the markup of Markdown (CommonMark with tables and strike-through) and any HTML in it, and keeps the text: of images their description, of code all of it. Cells of a table row have tabs between them.',
  // The parser's tokens: 290 bytes were measured for short paragraphs.
  heapBytesPerCharacter: 360,
  config: Type.Object({
    links: Type.Enum(['none', 'inline'], {
      default: 'none',
      description: 'What to do with the addresses of links: leave them out, or put them in brackets after the text',
    }),
    listMarks: Type.Boolean({
      default: true,
      description: 'Keeps the bullets and numbers of lists, and the indentation of their content',
    }),
  }),
  examples: [
    {
      input: '# Title\n\nSome **bold** and `code`.\n\n* one\n* [two](https://example.com)',
      output: 'Title\n\nSome bold and code.\n\n* one\n* two',
    },
    {
      input: '- one\n- [two](https://example.com)',
      config: { links: 'inline', listMarks: false },
      output: 'one\ntwo (https://example.com)',
    },
    { input: '| a | b |\n|---|---|\n| 1 | ~~2~~ |', output: 'a\tb\n1\t2' },
    {
      input: '2 * 3 * 4 \\*&amp; <b>snake_case_name</b> ![a cat](cat.png)',
      output: '2 * 3 * 4 *& snake_case_name a cat',
    },
  ],
  run: (input, config, limit) =>
    new MarkdownTextWriter(config, limit).write(readMarkdown(input, { html: true }).tokens),
});
