type UrlFunction = (url: string) => string;

/**
 * Matches `&` as HTML writes it: `&amp;`, `&#038;`, `&#x26;`; escaped again, as in feeds: `&amp;#038;`; or as some
 * writers of JSON do, those of Go and PHP among them: `\u0026`.
 */
const escapedAmpersand = /(?:&|\\u0026)(?:amp;)*(?:amp|#0*38|#x0*26);|\\u0026/gi;

/**
 * Cleans a URL that may be in HTML or JSON: if every `&` in it is escaped, the result has the same form. If `&` is escaped in
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

/** The start of another parameter, without a blank before it, the next URL or the end of a string or an attribute. */
const laterParameter =
  /(?:(?!:\/\/|www\.|&(?:quot|apos|lt|gt|#0*3[49]|#x0*2[27]);)[^\s"'`<>]){0,200}?(?:&|\\u0026)(?:(?:amp|#0*38|#x0*26);)*[\w%.~[\]-]{1,100}=/iy;

/**
 * Tests whether the text at the end of a URL looks like more of its query, which contains characters that URLs do not:
 * `https://example.com/?utm_source=5` before `€&id=1`.
 */
export function continuesQuery(text: string, end: number): boolean {
  laterParameter.lastIndex = end;
  return laterParameter.test(text);
}

/** A parameter that no list contains. */
const placeholder = 'continues-after-the-url';

/** Cleans a URL, but leaves its last parameter where it is, with the rest of its value. */
export function cleanAllButLast(url: string, clean: UrlFunction): string {
  const last = Math.max(url.lastIndexOf('&'), url.lastIndexOf('#'));
  const start = (last === -1 ? url.indexOf('?') : last) + 1;
  const cleaned = clean(url.slice(0, start) + placeholder);
  const isKept = start > 0 && ['?', '&', '#'].some((mark) => cleaned.endsWith(mark + placeholder));
  return isKept ? cleaned.slice(0, -placeholder.length) + url.slice(start) : url;
}
