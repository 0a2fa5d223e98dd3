import { type Detected, suggest } from './detected.js';
import type { Sample } from './sample.js';

const htmlTag =
  /^(?:a|article|b|body|br|code|div|em|footer|form|h[1-6]|head|header|hr|html|i|img|li|link|main|meta|nav|ol|p|pre|script|section|span|strong|style|table|tbody|td|th|thead|title|tr|u|ul)$/i;
/** Ends of elements that people write into other text. */
const htmlEnd = /<\/(?:a|b|code|div|em|h[1-6]|i|li|ol|p|span|strong|table|td|tr|ul)>/gi;
/** How far the end of a long text is looked at, in UTF-16 code units. */
const endCharacters = 200;

/** HTML or XML. */
export function markupKind({ text, isCut }: Sample): Detected | undefined {
  if (!text.startsWith('<')) return undefined;
  if (/^<!doctype html/i.test(text)) return html(text, 'it has the document type of HTML');
  const start = afterComments(text);
  const [, name = ''] = /^<([A-Za-z_][\w:.-]{0,100})[\s/>]/.exec(start) ?? [];
  const isDeclared = text.startsWith('<?xml') || text.startsWith('<!DOCTYPE');
  if (htmlTag.test(name) && !isDeclared) return html(text, `it begins with the element ${name.toLowerCase()}`);
  const isClosed = name !== '' && (isCut || text.endsWith(`</${name}>`) || /\/>$/.test(text.slice(-endCharacters)));
  if (!isDeclared && !isClosed) return undefined;
  return {
    format: 'xml',
    label: 'XML',
    reason: isDeclared ? 'it has an XML declaration or a document type' : `it is one element, ${name}`,
    suggestions: [
      suggest('Format', 'xml-formatter'),
      suggest('Convert to JSON', 'json-xml-converter', { direction: 'xml-to-json' }),
      suggest('Minify', 'xml-minifier'),
    ],
  };
}

/** Text with some HTML in it. */
export function markupInTextKind({ text }: Sample): Detected | undefined {
  return (text.match(htmlEnd)?.length ?? 0) > 1 ? html(text, 'it has elements of HTML') : undefined;
}

function html(text: string, reason: string): Detected {
  const table = /<table[\s>]/i.test(text) ? [suggest('Table to CSV', 'html-table-to-csv')] : [];
  return {
    format: 'html',
    label: 'HTML',
    reason,
    suggestions: [
      suggest('Convert to Markdown', 'html-to-markdown'),
      suggest('Convert to text', 'html-to-text'),
      ...table,
      suggest('Format', 'html-formatter'),
    ],
  };
}

/** Returns the text after the comments and the white space at its start. */
function afterComments(text: string): string {
  let at = 0;
  while (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at);
    if (end === -1) return '';
    at = end + 3;
    while (/\s/.test(text.charAt(at))) at++;
  }
  return text.slice(at, at + endCharacters);
}
