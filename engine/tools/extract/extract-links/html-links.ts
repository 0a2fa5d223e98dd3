import { readHtml, undisplayedElements } from '../../../text/markup/html.js';
import type { HtmlAttributes } from '../../../text/markup/html-attributes.js';
import { InlineText } from '../../../text/markup/inline-text.js';

export interface Link {
  /** On one line; for an image the alternative text. */
  readonly text: string;
  /** As written, without blanks around it. */
  readonly address: string;
}

/** Returns the links of an HTML text, in the order of their start tags, except those that run a script. */
export function htmlLinks(html: string): Link[] {
  const links: { text: string; address: string }[] = [];
  /** The text of the innermost open link, and its index in the list. */
  const open: { text: InlineText; index: number }[] = [];
  let hidden = 0;
  readHtml(html, {
    open(name, attributes) {
      if (undisplayedElements.has(name)) hidden++;
      if (name === 'area') addLink(links, attributes, attributes.get('alt') ?? '');
      if (name === 'a') open.push({ text: new InlineText(), index: addLink(links, attributes, '') });
      if (name === 'img' || name === 'br') open.at(-1)?.text.append(` ${attributes.get('alt') ?? ''} `);
    },
    text(text) {
      if (hidden === 0) open.at(-1)?.text.append(text);
    },
    close(name) {
      if (undisplayedElements.has(name)) hidden--;
      const closed = name === 'a' ? open.pop() : undefined;
      const link = links[closed?.index ?? -1];
      if (closed !== undefined && link !== undefined) link.text = closed.text.take();
    },
  });
  return links;
}

/** Adds a link and returns its index in the list; -1 if it is not a link. */
function addLink(links: Link[], attributes: HtmlAttributes, text: string): number {
  const address = (attributes.get('href') ?? '').replace(/[\t\n\r]/g, '').trim();
  if (address === '' || /^javascript:/i.test(address)) return -1;
  return links.push({ text: text.trim(), address }) - 1;
}
