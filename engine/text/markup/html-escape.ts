import { replaceMatches } from '../replacement.js';
import type { HtmlAttributes } from './html-attributes.js';

const references = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function reference(character: string): string {
  return references.get(character) ?? character;
}

/** Escapes text for HTML, between tags as well as in a quoted attribute. */
export function escapeHtml(text: string): string {
  return replaceMatches(text, /[&<>"']/g, reference);
}

/** Escapes text for use between tags. */
export function escapeHtmlText(text: string): string {
  return replaceMatches(text, /[&<>]/g, reference);
}

/**
 * Writes a start tag.
 *
 * @param encode - escapes a value for use in double quotes.
 */
export function htmlStartTag(name: string, attributes: HtmlAttributes, encode = escapeAttribute): string {
  let tag = `<${name}`;
  for (const [attribute, value] of attributes)
    tag += value === '' ? ` ${attribute}` : ` ${attribute}="${encode(value)}"`;
  return `${tag}>`;
}

function escapeAttribute(value: string): string {
  return replaceMatches(value, /[&"]/g, reference);
}
