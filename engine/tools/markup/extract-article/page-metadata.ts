import type { HtmlElement } from '../../../text/markup/html-tree.js';

/** What a page says about itself; empty where it does not. */
export interface PageMetadata {
  title: string;
  author: string;
  /** As the page writes it. */
  date: string;
  language: string;
  /** The address in its base element. */
  base: string;
}

/** The names of meta elements, the first that the page has counts. */
const names: Readonly<Record<Exclude<keyof PageMetadata, 'base'>, readonly string[]>> = {
  title: ['og:title', 'twitter:title', 'dc.title', 'headline'],
  author: ['author', 'article:author', 'dc.creator', 'parsely-author', 'sailthru.author', 'twitter:creator'],
  date: [
    'article:published_time',
    'datepublished',
    'date',
    'dc.date',
    'dcterms.created',
    'parsely-pub-date',
    'pubdate',
  ],
  language: ['og:locale', 'content-language', 'dc.language', 'inlanguage'],
};

/** Reads the metadata of a page: meta elements, and where they say nothing headings, links and times. */
export function pageMetadata(root: HtmlElement): PageMetadata {
  const metas = new Map<string, string>();
  const found = { heading: '', headings: 0, title: '', author: '', date: '', language: '', base: '' };
  const visit = (element: HtmlElement): void => {
    const { name, attributes } = element;
    if (name === 'meta') {
      const content = oneLine(attributes.get('content'));
      for (const attribute of ['property', 'name', 'itemprop', 'http-equiv']) {
        const key = attributes.get(attribute)?.toLowerCase();
        if (key !== undefined && content !== '' && !metas.has(key)) metas.set(key, content);
      }
    } else if (name === 'html') found.language ||= oneLine(attributes.get('lang') ?? attributes.get('xml:lang'));
    else if (name === 'title' && element.parent?.name !== 'svg') found.title ||= textOf(element, longestTitle);
    else if (name === 'base') found.base ||= attributes.get('href') ?? '';
    else if (name === 'time') found.date ||= oneLine(attributes.get('datetime'));
    else if (name === 'h1') {
      found.headings++;
      found.heading ||= textOf(element, longestTitle);
    }
    if (found.author === '' && isAuthor(element)) found.author = textOf(element, longestName);
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  visit(root);
  const meta = (name: keyof typeof names) =>
    names[name].map((key) => metas.get(key)).find((value) => value !== undefined);
  // The title of a page often has the name of the site at its end.
  const heading = found.headings === 1 || found.title.startsWith(found.heading) ? found.heading : '';
  const author = meta('author') ?? '';
  return {
    title: meta('title') ?? (heading || found.title || found.heading),
    // Some pages give the address of a profile.
    author: author === '' || /^(?:https?:|@)/.test(author) ? found.author : author,
    date: meta('date') ?? found.date,
    language: found.language || (meta('language') ?? '').replace('_', '-'),
    base: found.base,
  };
}

/** Longer texts are cut. */
const longestName = 200;
export const longestTitle = 1000;

/** Returns the start of the text in an element. Reads no further: headings can be in headings, and each is read. */
export function textOf(element: HtmlElement, most: number): string {
  let text = '';
  const read = ({ children }: HtmlElement): void => {
    for (const child of children) {
      if (text.length >= most) return;
      if (typeof child === 'string') text += child.slice(0, most);
      else read(child);
    }
  };
  read(element);
  return oneLine(text).slice(0, most);
}

function isAuthor({ name, attributes }: HtmlElement): boolean {
  return (name === 'a' && attributes.get('rel') === 'author') || attributes.get('itemprop') === 'author';
}

function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}
