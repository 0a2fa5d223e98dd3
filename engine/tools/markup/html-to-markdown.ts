import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { htmlToMarkdown } from '../../text/markup/html-markdown/html-markdown.js';
import { parseHtmlTree } from '../../text/markup/html-tree.js';

export default defineTool({
  slug: 'html-to-markdown',
  title: 'HTML to Markdown',
  description:
    'Converts HTML to Markdown: headings, paragraphs, emphasis, links, images, lists, quotes, code and tables as GitHub reads them. Emphasis by style counts, raised and lowered text becomes 10⁶, H₂O or x^(2y), and addresses become absolute by a base element. Elements without a Markdown counterpart become plain text, lists and headings in the cells of a table one line, and layout tables paragraphs.',
  config: Type.Object({
    headingStyle: Type.Enum(['atx', 'setext'], {
      default: 'atx',
      description: 'Headings as # Title, or the first two levels underlined with = and -',
    }),
    bullet: Type.Enum(['-', '*', '+'], { default: '-', description: 'Marker of items in bulleted lists' }),
    codeStyle: Type.Enum(['fenced', 'indented'], {
      default: 'fenced',
      description: 'Code blocks between ``` lines, or indented by four blanks where possible',
    }),
    links: Type.Enum(['inline', 'referenced'], {
      default: 'inline',
      description: 'Addresses of links after their text, or numbered at the end of the text',
    }),
    tables: Type.Boolean({
      default: true,
      description:
        'Writes tables as Markdown tables, with their first row as the header; otherwise each cell is a paragraph',
    }),
  }),
  examples: [
    {
      input:
        '<h1>Hello</h1>\n<p>Some <b>bold</b> and <em>soft</em> words,<br>a <a href="https://example.com">link</a>.</p>\n<ul><li>one<li>two</ul>',
      output: '# Hello\n\nSome **bold** and _soft_ words,  \na [link](https://example.com).\n\n- one\n- two',
    },
    {
      input: '<table><tr><th>Name<th align=right>Age<tr><td>Ada|A.<td>36</table>',
      output: '| Name | Age |\n| --- | --: |\n| Ada\\|A. | 36 |',
    },
    {
      input: '<h2>Code</h2><pre><code class="language-js">let a = 1;\n</code></pre><a href="/x">x</a>',
      config: { headingStyle: 'setext', codeStyle: 'indented', links: 'referenced' },
      output: 'Code\n----\n\n    let a = 1;\n\n[x][1]\n\n[1]: /x',
    },
    { input: '1. * snake_case *<br># &lt;b&gt;', output: '1\\. \\* snake_case \\*  \n\\# \\<b>' },
  ],
  run: (input, config, limit) => htmlToMarkdown(parseHtmlTree(input), config, limit),
});
