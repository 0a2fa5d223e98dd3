/** A piece of an XML document, as it was written. */
export interface XmlToken {
  /** `open`, `close` and `empty` are the three kinds of tags; `instruction` includes the XML declaration. */
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'cdata' | 'comment' | 'instruction';
  readonly source: string;
}

/**
 * Splits an XML document into tokens without changing a character. Linear.
 *
 * @param text - well-formed and without a document type declaration: see `readXml`.
 */
export function xmlTokens(text: string): XmlToken[] {
  const tokens: XmlToken[] = [];
  let position = text.startsWith('\ufeff') ? 1 : 0;
  while (position < text.length) {
    const kind = kindAt(text, position);
    const end = endOf(kind, text, position);
    const source = text.slice(position, end);
    tokens.push({ kind: kind === 'open' && source.endsWith('/>') ? 'empty' : kind, source });
    position = end;
  }
  return tokens;
}

function kindAt(text: string, position: number): XmlToken['kind'] {
  if (text[position] !== '<') return 'text';
  switch (text[position + 1]) {
    case '/':
      return 'close';
    case '?':
      return 'instruction';
    case '!':
      return text[position + 2] === '[' ? 'cdata' : 'comment';
    default:
      return 'open';
  }
}

function endOf(kind: XmlToken['kind'], text: string, start: number): number {
  switch (kind) {
    case 'text':
      return endAt(text, '<', start, 0);
    case 'cdata':
      return endAt(text, ']]>', start, 3);
    case 'comment':
      return endAt(text, '-->', start + 4, 3);
    case 'instruction':
      return endAt(text, '?>', start, 2);
    default:
      return tagEnd(text, start);
  }
}

function endAt(text: string, mark: string, from: number, length: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + length;
}

/** Attribute values may contain `>`. */
function tagEnd(text: string, start: number): number {
  let quote = '';
  for (let i = start; i < text.length; i++) {
    const character = text.charAt(i);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return i + 1;
  }
  return text.length;
}

/**
 * The content of an element: `blank` is only white space. Comments and instructions count as elements; white space
 * between elements does not count.
 */
export type XmlContent = 'nothing' | 'blank' | 'text' | 'elements' | 'mixed';

/** Returns the content of each element, keyed by the index of its start tag among the tokens. */
export function xmlContents(tokens: readonly XmlToken[]): Map<number, XmlContent> {
  const contents = new Map<number, XmlContent>();
  const open: { at: number; blank: boolean; text: boolean; elements: boolean }[] = [];
  tokens.forEach(({ kind, source }, at) => {
    const parent = open.at(-1);
    if (kind === 'close') {
      open.pop();
      if (parent !== undefined) contents.set(parent.at, contentOf(parent));
      return;
    }
    if (parent !== undefined) {
      if (kind === 'cdata' || (kind === 'text' && !isBlank(source))) parent.text = true;
      else if (kind === 'text') parent.blank = true;
      else parent.elements = true;
    }
    if (kind === 'open') open.push({ at, blank: false, text: false, elements: false });
  });
  return contents;
}

function contentOf({ blank, text, elements }: { blank: boolean; text: boolean; elements: boolean }): XmlContent {
  if (elements) return text ? 'mixed' : 'elements';
  if (text) return 'text';
  return blank ? 'blank' : 'nothing';
}

/** Tests for XML white space: only blanks, tabs and line ends. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/** Returns what the tag says about white space inside the element; undefined leaves it to the elements around it. */
export function xmlSpace(tag: string): 'preserve' | 'default' | undefined {
  if (!tag.includes('xml:space')) return undefined;
  for (const [, name, value = ''] of tag.matchAll(attributes)) {
    if (name !== 'xml:space') continue;
    const space = value.slice(1, -1);
    return space === 'preserve' || space === 'default' ? space : undefined;
  }
  return undefined;
}

/** Matches every attribute of a well-formed tag, with its quoted value. */
const attributes = /([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** Returns a tag with one blank before each attribute and none elsewhere; values do not change. */
export function tidyTag(tag: string): string {
  if (!/\s/.test(tag)) return tag;
  let tidy = /^<\/?[^\s/>]+/.exec(tag)?.[0] ?? '';
  for (const [, name, value] of tag.matchAll(attributes)) tidy += ` ${name}=${value}`;
  return tidy + (tag.endsWith('/>') ? '/>' : '>');
}
