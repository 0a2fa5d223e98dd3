type UrlFunction = (url: string) => string;

/** Matches `&` as HTML writes it: `&amp;`, `&#038;`, `&#x26;`; or escaped again, as in feeds: `&amp;#038;`. */
const escapedAmpersand = /&(?:amp;)*(?:amp|#0*38|#x0*26);/gi;

/**
 * Cleans a URL that may be in HTML: if every `&` in it is escaped, the result has the same form. If `&` is escaped in
 * several ways, what is left of a URL that changes has the first one everywhere.
 */
export function cleanInMarkup(url: string, clean: UrlFunction): string {
  const written = url.match(escapedAmpersand);
  if (written === null) return clean(url);
  if (url.replace(escapedAmpersand, '').includes('&')) {
    // The # of a numeric reference would be taken for the start of the fragment.
    return written.some((ampersand) => ampersand.includes('#')) ? url : clean(url);
  }
  const unescaped = url.replace(escapedAmpersand, '&');
  const cleaned = clean(unescaped);
  return cleaned === unescaped ? url : cleaned.replaceAll('&', written[0]);
}
