import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { compactAttributes, noAttributes } from '../../text/markup/html-attributes.js';
import { htmlToMarkdown } from '../../text/markup/html-markdown/html-markdown.js';
import { HtmlTextWriter } from '../../text/markup/html-text.js';
import {
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  parseHtmlTree,
  walkHtmlTree,
  writeHtml,
} from '../../text/markup/html-tree.js';
import { mainContent } from './extract-article/main-content.js';
import { longestTitle, pageMetadata, textOf } from './extract-article/page-metadata.js';

const config = Type.Object({
  format: Type.Enum(['text', 'markdown', 'html'], {
    default: 'text',
    description:
      'The form of the article. HTML has only the attributes that belong to content, such as href and alt; it is not made safe',
  }),
  title: Type.Boolean({
    default: true,
    description: 'Writes the title of the page as the first heading, unless the article has it',
  }),
  output: Type.Enum(['article', 'metadata'], {
    default: 'article',
    description:
      'What to write: the article, or what the page says about itself as a JSON object with title, author, date and language, each as the page has it and empty if it has none',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'extract-article',
  title: 'Extract article',
  description:
    'Finds the main text of an HTML page, such as a news article or blog post, and writes it as text, Markdown or HTML, without navigation, advertisements, comments, captions and lists of links. Goes by rules of thumb, which fail on some pages. A page without a clear main part is written as a whole, without what surrounds articles elsewhere. To convert all of a page use html-to-text or html-to-markdown.',
  // The tree, the measures of its blocks and a copy: 160 bytes were measured for `<p>a`.
  heapBytesPerCharacter: 200,
  config,
  examples: [
    {
      input:
        '<title>Rain - News</title><nav><a href="/">Home</a> <a href="/s">Sport</a></nav><main><h1>Rain</h1><p>It has been raining in the whole country since Monday, and it will not stop.</p><div class="related"><a href="/2">Snow</a></div></main><footer>Imprint</footer>',
      output: 'Rain\n\nIt has been raining in the whole country since Monday, and it will not stop.',
    },
    {
      input:
        '<meta property="og:title" content="Rain"><div class="sidebar">Weather</div><div><p>It has been <b>raining</b> in the whole country since Monday, and it will not stop.</div>',
      config: { format: 'markdown' },
      output: '# Rain\n\nIt has been **raining** in the whole country since Monday, and it will not stop.',
    },
    {
      input:
        '<html lang=en><title>Rain</title><meta name=author content="Ada Lovelace"><time datetime=2026-05-01>today</time>',
      config: { output: 'metadata' },
      output: '{\n  "title": "Rain",\n  "author": "Ada Lovelace",\n  "date": "2026-05-01",\n  "language": "en"\n}',
    },
    {
      input: '<p class=x>a <b onclick="f()">b</b>',
      config: { format: 'html' },
      output: '<article><p>a <b>b</b></p></article>',
    },
    { input: '<nav>Home</nav>', output: '' },
  ],
  run(input, { format, title, output }, limit) {
    const root = parseHtmlTree(input);
    const { base, ...metadata } = pageMetadata(root);
    if (output === 'metadata') return JSON.stringify(metadata, null, 2);
    const content = mainContent(root);
    if (content === undefined) return '';
    const article = asArticle(content, title ? metadata.title : '');
    return writers[format](article, limit, base);
  },
});

/** Returns an element `article` with the title in front, unless the content has it as a heading. */
function asArticle(content: HtmlElement, title: string): HtmlElement {
  const children: HtmlNode[] = [];
  const article: HtmlElement = { name: 'article', attributes: noAttributes, children, parent: undefined, index: 0 };
  if (title !== '' && !hasHeading(content, title)) {
    children.push({ name: 'h1', attributes: noAttributes, children: [title], parent: article, index: 0 });
  }
  for (const child of content.children) {
    children.push(typeof child === 'string' ? child : { ...child, parent: article, index: children.length });
  }
  return article;
}

function hasHeading(content: HtmlElement, title: string): boolean {
  const letters = lettersOf(title);
  for (const heading of elementsNamed(content, new Set(['h1', 'h2']))) {
    if (lettersOf(textOf(heading, longestTitle)) === letters) return true;
  }
  return false;
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

const writers: Readonly<Record<Config['format'], (article: HtmlElement, limit: OutputLimit, base: string) => string>> =
  {
    text(article, limit) {
      const writer = new HtmlTextWriter({ links: 'none', images: false, listMarks: true, wrap: 0 }, limit);
      walkHtmlTree(article, writer);
      return writer.end();
    },
    markdown: (article, limit, base) =>
      htmlToMarkdown(
        withBase(article, base),
        { headingStyle: 'atx', bullet: '-', codeStyle: 'fenced', links: 'inline', tables: true },
        limit,
      ),
    html: (article) => writeHtml(withContentAttributes(article)),
  };

/** Puts the base element in front, which was in the head of the page. */
function withBase(article: HtmlElement, href: string): HtmlElement {
  if (href === '') return article;
  const children: HtmlNode[] = [];
  const based = { ...article, children };
  const attributes = new Map([['href', href]]);
  children.push({ name: 'base', attributes, children: [], parent: based, index: 0 });
  for (const child of article.children) {
    children.push(typeof child === 'string' ? child : { ...child, parent: based, index: children.length });
  }
  return based;
}

/** The attributes that belong to content. */
const contentAttributes = new Set(
  'href src srcset alt title lang dir cite datetime colspan rowspan headers scope start reversed value type width height'.split(
    ' ',
  ),
);

function withContentAttributes(element: HtmlElement): HtmlElement {
  const kept = new Map<string, string>();
  for (const [name, value] of element.attributes) if (contentAttributes.has(name)) kept.set(name, value);
  return {
    ...element,
    attributes: kept.size === 0 ? noAttributes : compactAttributes(kept),
    children: element.children.map((child) => (typeof child === 'string' ? child : withContentAttributes(child))),
  };
}
