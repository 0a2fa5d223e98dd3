import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { selectElements } from '../../text/markup/css-selector.js';
import { readHtml } from '../../text/markup/html.js';
import { HtmlTextWriter } from '../../text/markup/html-text.js';
import { type HtmlElement, parseHtmlTree, walkHtmlTree } from '../../text/markup/html-tree.js';
import { BaseAddress, baseAddress } from '../../text/urls/base-address.js';
import { writeAligned } from './html-to-text/aligned-tables.js';

export default defineTool({
  slug: 'html-to-text',
  title: 'HTML to text',
  description:
    'Turns HTML into readable plain text: paragraphs, empty lines, lists, quotes and tables keep their shape, scripts and styles go. Raised and lowered text stays apart: 10⁶, H₂O, x^(2y). Can read only the elements that a CSS selector matches, align the columns of tables and make links absolute, also by a base element of the page. Style sheets are not looked at, so text that they hide stays.',
  // The tree and the cells of aligned tables: 59 bytes were measured for `<tr><td>a<td>b`.
  heapBytesPerCharacter: 75,
  config: Type.Object({
    selector: Type.String({
      default: '',
      maxLength: 500,
      description:
        'CSS selector of the elements to read, such as article or main, .content: each becomes a paragraph, and an element within another is read once; empty reads the whole text',
    }),
    tables: Type.Enum(['tabs', 'aligned'], {
      default: 'tabs',
      description:
        'What to write between the cells of a table row: a tab, or spaces that align the columns in a monospaced font; tables that contain tables, for the layout of a page, always get tabs',
    }),
    base: BaseAddress,
    links: Type.Enum(['none', 'inline', 'footnotes'], {
      default: 'none',
      description:
        'What to do with the addresses of links: omit them, put them in brackets after the text, or number them and list them at the end',
    }),
    images: Type.Boolean({
      default: false,
      description: 'Writes the alternative text of images, in square brackets',
    }),
    listMarks: Type.Boolean({
      default: true,
      description: 'Writes the bullets and numbers of lists, and indents the content of lists',
    }),
    wrap: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 1000,
      description:
        'Wrap lines that are longer than this many characters; 0 for never. Preformatted text and aligned tables stay as they are',
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
    {
      input: '<nav>Home</nav><main><a href="faq">FAQ</a><table><tr><th>Name<th>Age<tr><td>Ada L.<td>36</table></main>',
      config: { selector: 'main', tables: 'aligned', links: 'inline', base: 'https://example.com/docs/' },
      output: 'FAQ (https://example.com/docs/faq)\n\nName    Age\nAda L.  36',
    },
    {
      input: '<div>10<sup>6</sup> is <q>a million</q></div><div><br></div><div>Bye</div>',
      output: '10⁶ is \u201ca million\u201d\n\nBye',
    },
    { input: '<script>alert(1)</script>plain < text', output: 'plain < text' },
  ],
  run(input, { selector, tables, base, ...options }, limit) {
    const writer = new HtmlTextWriter({ ...options, base: baseAddress(base) }, limit);
    // A tree takes memory, which the usual case does not need. A reversed list is numbered by its items.
    if (selector === '' && tables === 'tabs' && !/\breversed\b/i.test(input)) readHtml(input, writer);
    else {
      const root = parseHtmlTree(input);
      for (const element of selector === '' ? [root] : outermost(selectElements(root, selector))) {
        writer.separate();
        if (tables === 'aligned') writeAligned(element, writer, limit);
        else writeElement(element, writer);
      }
    }
    return writer.end();
  },
});

/** Returns the elements that are in no other of the given elements. */
function outermost(elements: readonly HtmlElement[]): HtmlElement[] {
  const chosen = new Set(elements);
  const isInside = ({ parent }: HtmlElement): boolean =>
    parent !== undefined && (chosen.has(parent) || isInside(parent));
  return elements.filter((element) => !isInside(element));
}

function writeElement(element: HtmlElement, writer: HtmlTextWriter): void {
  writer.open(element.name, element.attributes, element);
  walkHtmlTree(element, writer);
  writer.close(element.name);
}
