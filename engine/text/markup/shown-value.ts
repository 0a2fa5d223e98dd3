import type { HtmlAttributes } from './html-attributes.js';

/** Types of fields of which browsers do not show the value as text. */
const withoutText = new Set('hidden password checkbox radio file image color range'.split(' '));

/** Returns the text that browsers show in an `input` element, or on it. */
export function shownValue(attributes: HtmlAttributes): string {
  const type = attributes.get('type')?.trim().toLowerCase() ?? 'text';
  return withoutText.has(type) ? '' : (attributes.get('value') ?? '').trim();
}
