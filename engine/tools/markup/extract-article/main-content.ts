import { blockElements } from '../../../text/markup/html.js';
import { noAttributes } from '../../../text/markup/html-attributes.js';
import type { HtmlElement, HtmlNode } from '../../../text/markup/html-tree.js';

/** What an element holds, without what is dropped. Lengths are in characters that are not blank. */
interface Content {
  text: number;
  /** The text in links. */
  links: number;
  /** The text of paragraphs, see {@link leastParagraph}, without links. */
  paragraphs: number;
}

/** A block with less text is no paragraph, nor is one that is mostly links. */
const leastParagraph = 40;
const mostLinks = 0.35;
/** What a character outside of paragraphs counts, such as in a list of ingredients. */
const shortWeight = 0.3;
/** A part with less of its text in paragraphs is a list of links, if it has many. */
const leastParagraphs = 0.3;

/** The article is in the innermost element that has more of the page than this: any, one that says so, its text. */
const mainShare = { any: 0.9, article: 0.7, text: 0.4 };
/** What surrounds articles by its class is a part of the article if it has more of the page than this. */
const mostDropped = 0.2;

/** Elements that are never part of an article. */
const droppedElements = new Set(
  (
    'script style noscript template iframe svg math canvas object embed audio video nav aside footer menu dialog button ' +
    'input select textarea label datalist head title figcaption'
  ).split(' '),
);

const droppedRoles = new Set(
  'navigation complementary banner contentinfo dialog alertdialog alert search menu menubar toolbar tablist'.split(' '),
);

/** Words in classes and ids of what surrounds articles. */
const droppedWords = new Set(
  (
    'ad ads adv advert advertisement advertising banner sponsor sponsored promo promotion breadcrumb breadcrumbs nav ' +
    'navbar navi navigation menu submenu pagination pager paging sidebar footer share sharing shares social socials ' +
    'addthis sharedaddy related recommended recommendations recommendation outbrain taboola newsletter subscribe ' +
    'subscription paywall cookie cookies consent gdpr comment comments commentlist respond disqus toolbar tags taglist ' +
    'modal popup overlay login signup widget widgets metadata meta date byline dateline author authorbox bio toc hidden ' +
    'print noprint teaser teasers skip masthead copyright disclaimer rating feedback caption credit infobox similar popular'
  ).split(' '),
);

const textNames =
  /(?:^|[\s_-])(?:(?:article|entry|post|story|blog)[_-]?(?:body|content|text)|artikeltext)(?:$|[\s_-])/i;

/**
 * Finds the article of a page: goes from the outside to the innermost element that has most of its paragraphs, and leaves out
 * what surrounds articles, by the names of elements, classes and roles and by the share of links.
 *
 * Not @mozilla/readability 0.6: it needs a DOM, changes it, and measures again after each change.
 *
 * Linear in the size of the tree: every step visits an element once.
 *
 * @returns a copy with what belongs to the article; undefined if the page has no text.
 */
export function mainContent(root: HtmlElement): HtmlElement | undefined {
  const all = new PageContent(() => false);
  const total = weight(all.measure(root));
  const dropped = (element: HtmlElement) => looksDropped(element) && weight(all.of(element)) <= mostDropped * total;
  const page = new PageContent(dropped);
  const { text, ...rest } = page.measure(root);
  if (text === 0) return undefined;
  const share = weight({ text, ...rest });
  let article = root;
  for (let next: HtmlElement | undefined = root; next !== undefined; ) {
    article = next;
    next = childContainers(article).find((child) => weight(page.of(child)) > leastShare(child) * share);
  }
  return page.copy(article);
}

/** Elements that can hold an article: a paragraph can have most of a page, but its siblings are the article too. */
const containers = new Set('html body div section article main form center table tbody tr td font'.split(' '));

function childContainers({ children }: HtmlElement): HtmlElement[] {
  return children.filter((child): child is HtmlElement => typeof child !== 'string' && containers.has(child.name));
}

function weight({ text, links, paragraphs }: Content): number {
  return paragraphs + shortWeight * Math.max(0, text - links - paragraphs);
}

function leastShare({ name, attributes }: HtmlElement): number {
  if (/articlebody/i.test(attributes.get('itemprop') ?? '') || textNames.test(shortened(attributes.get('class')))) {
    return mainShare.text;
  }
  return name === 'article' || name === 'main' || attributes.get('role') === 'main' ? mainShare.article : mainShare.any;
}

/** Tests for an element that surrounds articles, by its role, its style, its classes and its id. */
function looksDropped({ name, attributes }: HtmlElement): boolean {
  if (attributes === noAttributes || name === 'body' || name === 'html' || name === 'article' || name === 'main')
    return false;
  if (attributes.has('hidden') || attributes.get('aria-hidden') === 'true') return true;
  if (droppedRoles.has(attributes.get('role') ?? '')) return true;
  if (/display\s{0,9}:\s{0,9}none/i.test(shortened(attributes.get('style')))) return true;
  return hasDroppedWord(attributes.get('class')) || hasDroppedWord(attributes.get('id'));
}

function hasDroppedWord(names: string | undefined): boolean {
  if (names === undefined) return false;
  const words = shortened(names)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
  return words.split(/[\s_-]/).some((word) => droppedWords.has(word));
}

/** What classes say is at their start, and generated ones can be long. */
function shortened(value = ''): string {
  return value.slice(0, 300);
}

/** The content of all elements that are not dropped. */
class PageContent {
  readonly #contents = new Map<HtmlElement, Content>();
  readonly #isDropped: (element: HtmlElement) => boolean;

  constructor(isDropped: (element: HtmlElement) => boolean) {
    this.#isDropped = (element) => droppedElements.has(element.name) || isDropped(element);
  }

  /** Returns the content of a block that was measured, or of none. */
  of(element: HtmlElement): Content {
    return this.#contents.get(element) ?? { text: 0, links: 0, paragraphs: 0 };
  }

  /** Measures an element and all in it. */
  measure(element: HtmlElement): Content {
    const content: Content = { text: 0, links: 0, paragraphs: 0 };
    this.#contents.set(element, content);
    const run: Content = { text: 0, links: 0, paragraphs: 0 };
    this.#measureNodes(element.children, false, run, content);
    endRun(run, content);
    return content;
  }

  /** Adds the text between two blocks to a run, and what is in blocks to the content. */
  #measureNodes(nodes: readonly HtmlNode[], inLink: boolean, run: Content, content: Content): void {
    for (const node of nodes) {
      if (typeof node === 'string') addText(run, node, inLink);
      else if (this.#isDropped(node)) continue;
      else if (blockElements.has(node.name)) {
        endRun(run, content);
        const { text, links, paragraphs } = this.measure(node);
        content.text += text;
        content.links += inLink ? text : links;
        content.paragraphs += inLink ? 0 : paragraphs;
      } else this.#measureNodes(node.children, inLink || node.name === 'a', run, content);
    }
  }

  /** Copies an element without what is dropped and without lists of links. */
  copy(element: HtmlElement, parent?: HtmlElement, index = 0): HtmlElement {
    const { name, attributes } = element;
    const children: HtmlNode[] = [];
    const kept: HtmlElement = { name, attributes, children, parent, index };
    for (const child of element.children) {
      if (typeof child === 'string') children.push(child);
      else if (!this.#isDropped(child) && !this.#isLinkList(child)) {
        children.push(this.copy(child, kept, children.length));
      }
    }
    return kept;
  }

  #isLinkList(element: HtmlElement): boolean {
    const { text, links, paragraphs } = this.of(element);
    return links > mostLinks * text && paragraphs <= leastParagraphs * text;
  }
}

function addText(run: Content, text: string, inLink: boolean): void {
  let length = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x20) length++;
  run.text += length;
  if (inLink) run.links += length;
}

function endRun(run: Content, content: Content): void {
  content.text += run.text;
  content.links += run.links;
  if (run.text >= leastParagraph && run.links <= mostLinks * run.text) content.paragraphs += run.text - run.links;
  run.text = 0;
  run.links = 0;
}
