/** The name of the product. */
export const productName = 'Textmill';

/** What it does: with the name before it, a sentence. */
export const productClaim = 'cleans and transforms text';

/** The sentence that says what it is, on every page for people. */
export const productSentence =
  `${productName} ${productClaim}: it chains text tools, removes tracking parameters from URLs, and sorts and ` +
  'deduplicates lines.';

/** The width and height of {@link logoPath}. */
export const logoSize = 32;

/**
 * The logo as the path of an SVG: a mill wheel of five lines of text around its hub. The edges are on even coordinates,
 * so that they are sharp at 16 pixels, the size of a favicon.
 */
export const logoPath = [
  bar(10, 2, 12),
  bar(4, 8, 24),
  bar(2, 14, 10),
  bar(20, 14, 10),
  bar(4, 20, 24),
  bar(10, 26, 12),
  'M14 16a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z',
].join('');

/** A line of text: 4 high, with round ends. */
function bar(x: number, y: number, width: number): string {
  return `M${x + 2} ${y}h${width - 4}a2 2 0 0 1 0 4h${4 - width}a2 2 0 0 1 0-4Z`;
}

/** The icon of the pages in tabs and bookmarks. Its blue is visible on light and dark tabs. */
export const favicon =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${logoSize} ${logoSize}">` +
  `<path fill="#3584dc" d="${logoPath}"/></svg>\n`;
