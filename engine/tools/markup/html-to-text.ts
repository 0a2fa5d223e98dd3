import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readHtml } from '../../text/markup/html.js';
import { HtmlTextWriter } from '../../text/markup/html-text.js';

export default defineTool({
  slug: 'html-to-text',
  title: 'HTML to text',
  description:
    'Turns HTML into readable plain text: paragraphs, lists, quotes and tables keep their shape, scripts and styles go. Cells of a table row have tabs between them. Style sheets are not looked at, so text that they hide stays.',
  heavy: true,
  config: Type.Object({
    links: Type.Enum(['none', 'inline', 'footnotes'], {
      default: 'none',
      description:
        'What to do with the addresses of links: leave them out, put them behind the text in brackets, or number them and list them at the end',
    }),
    images: Type.Boolean({
      default: false,
      description: 'Write the alternative text of images, in square brackets',
    }),
    listMarks: Type.Boolean({
      default: true,
      description: 'Write the bullets and numbers of lists, and indent what is in a list',
    }),
    wrap: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 1000,
      description:
        'Wrap lines that are longer than this many characters; 0 for never. Preformatted text stays as it is',
    }),
  }),
  examples: [
    {
      input: '<h1>Hello</h1><p>One <b>bold</b>\n  word &amp; a<br>break.</p><ul><li>first<li>second</ul>',
      output: 'Hello\n\nOne bold word & a\nbreak.\n\n- first\n- second',
    },
    {
      input: '<p>See <a href="https://example.com/">our page</a> and <a href="/faq">the FAQ</a>.</p>',
      config: { links: 'footnotes' },
      output: 'See our page [1] and the FAQ [2].\n\n[1] https://example.com/\n[2] /faq',
    },
    {
      input: '<table><tr><th>Name<th>Age<tr><td>Ada<td>36</table>',
      output: 'Name\tAge\nAda\t36',
    },
    {
      input: '<blockquote><p>to be or not to be</p></blockquote>',
      config: { wrap: 12 },
      output: '> to be or\n> not to be',
    },
    { input: '<script>alert(1)</script>plain < text', output: 'plain < text' },
  ],
  run(input, config, limit) {
    const writer = new HtmlTextWriter(config, limit);
    readHtml(input, writer);
    return writer.end();
  },
});
