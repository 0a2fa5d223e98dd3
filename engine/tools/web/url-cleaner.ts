import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readableText, writtenLike } from '../../text/escapes/readable-text.js';
import { joinLines, lastLineOf, splitLines } from '../../text/lines/lines.js';
import { compareCodeUnits } from '../../text/order/alphabetical-order.js';
import { percentDecode } from '../../text/urls/percent-decoding.js';
import {
  hasOtherScheme,
  keptSignature,
  openRedirectors,
  urlCleaner,
  urlCleaningOptions,
} from '../../text/urls/url-cleaning.js';
import { queryOf } from '../../text/urls/url-query.js';
import { urlSpans } from './url-cleaner/url-spans.js';

type UrlFunction = (url: string) => string;

/** The operation calls it `ignoreCase`, which is given; tools have one name for it. */
const { ignoreCase: _, ...cleaningOptions } = urlCleaningOptions;

export default defineTool({
  slug: 'url-cleaner',
  title: 'Clean URLs',
  description:
    'Removes tracking parameters such as utm_source, fbclid and gclid from the URLs of a text. Everything else in a URL stays byte for byte, and \\/ stays \\/; a signed URL stays as a whole, but not with the profile standard. Where a comma in the last parameter may be the start of the next CSV cell, that parameter stays.',
  config: Type.Object({
    scope: Type.Enum(['text', 'lines'], {
      default: 'text',
      description:
        'Where the URLs are: anywhere in running text, Markdown, HTML or CSV; or one per line and nothing else, so that what follows a parameter up to the end of the line belongs to it. A line with a URL behind something else stays as it is',
    }),
    ...cleaningOptions,
    caseSensitive: Type.Boolean({ default: true, description: 'When false, UTM_SOURCE is removed like utm_source' }),
    sortParams: Type.Boolean({
      default: false,
      description: 'Sorts the parameters by name; those of the same name keep their order',
    }),
    stripFragment: Type.Boolean({ default: false, description: 'Removes # and what follows it' }),
  }),
  examples: [
    {
      input: 'See https://example.com/p?id=1&utm_source=mail#top, and (https://example.org/?fbclid=x).',
      output: 'See https://example.com/p?id=1#top, and (https://example.org/).',
    },
    {
      input: 'https://example.com/?ref=a&q=b\nexample.org?gclid=1\n',
      config: { scope: 'lines' },
      output: 'https://example.com/?q=b\nexample.org\n',
    },
    {
      input: 'https://example.com/?b=2&s=9&a=1#top',
      config: { sortParams: true, stripFragment: true, keepParams: ['s'] },
      output: 'https://example.com/?a=1&b=2&s=9',
    },
    {
      input: 'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Fid%3D1%26fbclid%3Dx&h=AT0',
      config: { unwrap: true },
      output: 'https://example.com/?id=1',
    },
    {
      input: 'utm_source=x is no URL, ftp://example.com/?ref=1 no web page',
      output: 'utm_source=x is no URL, ftp://example.com/?ref=1 no web page',
    },
  ],
  lineByLine: ({ scope }) => scope === 'text',
  keepsLines: true,
  run(input, { scope, sortParams, stripFragment, caseSensitive, unwrap, ...options }) {
    // Redirectors are opened first: the parameters and the fragment are those of the target.
    const removeTracking = urlCleaner({ ...options, ignoreCase: !caseSensitive, unwrap: false });
    const isSigned = (url: string) => keptSignature(url, options) !== undefined;
    const open = scope === 'text' ? openInText : openRedirectors;
    const clean: UrlFunction = (url) => {
      const trimmed = url.trim();
      if (hasOtherScheme(trimmed)) return trimmed;
      const opened = unwrap ? open(trimmed) : trimmed;
      if (isSigned(opened)) return removeTracking(opened);
      const kept = stripFragment ? opened.replace(/#.*$/s, '') : opened;
      return removeTracking(sortParams ? sortQuery(kept) : kept);
    };
    if (scope === 'text') {
      const removeFrom = urlCleaner({ ...options, ignoreCase: !caseSensitive, unwrap: false, normalize: false });
      // A query that is sorted or replaced must be certain to its end.
      const staysAsIs = (url: string) => !sortParams && !unwrap && removeFrom(url) === url;
      return cleanText(input, { clean, staysAsIs, isSigned });
    }
    const { lines, ...form } = splitLines(input);
    return joinLines(
      lines.map((line) => (urlBehindText.test(line) ? line : clean(line))),
      form,
    );
  },
});

/** A line that has a URL behind something else, such as a cell of CSV, a quote or the mark of a list. */
const urlBehindText = /^(?!\s*https?:)[^?#]*[^?#\w./:@%+~&=-](?:https?:\/\/|www\.)/i;

/** Opens redirectors, and leaves escaped what could end the URL in text: the brackets of a link, the comma of a list. */
function openInText(url: string): string {
  let opened = openRedirectors(url);
  if (opened === url) return url;
  for (const mark of "'(),;[]") {
    if (!url.includes(mark)) opened = opened.replaceAll(mark, `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  }
  return opened;
}

interface TextCleaner {
  readonly clean: UrlFunction;
  readonly staysAsIs: (url: string) => boolean;
  readonly isSigned: (url: string) => boolean;
}

function cleanText(written: string, { clean, staysAsIs, isSigned }: TextCleaner): string {
  const readable = readableText(written, 'none');
  const { text } = readable;
  let cleaned = '';
  let copied = 0;
  const cleanPart: UrlFunction = (url) => cleanAllButLast(url, clean);
  for (const span of urlSpans(text, staysAsIs)) {
    const url = text.slice(span.start, span.end);
    let cleanUrl = cleanInMarkup(url, clean);
    if (cleanUrl !== url && continuesQuery(text, span.end)) {
      if (isSigned(withRest(text, span.start))) continue;
      cleanUrl = cleanInMarkup(url, cleanPart);
    } else if (cleanUrl !== url && mayContainCell(text, span.start, url)) cleanUrl = cleanInMarkup(url, cleanPart);
    if (cleanUrl === url) continue;
    const { start, end } = readable.writtenSpan(span);
    cleaned += written.slice(copied, start) + writtenLike(readable, span, cleanUrl);
    copied = end;
  }
  return cleaned + written.slice(copied);
}

/**
 * Sorts the parameters of the query by their decoded names, as `URLSearchParams.sort` does, and drops the empty ones;
 * each stays byte for byte.
 */
function sortQuery(url: string): string {
  const { start, end } = queryOf(url);
  if (start === -1 || !url.slice(start, end).includes('&')) return url;
  const parameters = url
    .slice(start, end)
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => ({ parameter, name: nameOf(parameter) }))
    .sort((a, b) => compareCodeUnits(a.name, b.name))
    .map(({ parameter }) => parameter);
  return url.slice(0, parameters.length === 0 ? start - 1 : start) + parameters.join('&') + url.slice(end);
}

function nameOf(parameter: string): string {
  const equals = parameter.indexOf('=');
  const written = equals === -1 ? parameter : parameter.slice(0, equals);
  return percentDecode(written) ?? written;
}

/** Matches `&` as HTML writes it: `&amp;`, `&#038;`, `&#x26;`; or escaped again, as in feeds: `&amp;#038;`. */
const escapedAmpersand = /&(?:amp;)*(?:amp|#0*38|#x0*26);/gi;

/**
 * Cleans a URL that may be in HTML: if every `&` in it is escaped, the result has the same form. If `&` is escaped in
 * several ways, what is left of a URL that changes has the first one everywhere.
 */
function cleanInMarkup(url: string, clean: UrlFunction): string {
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
  /(?:(?!:\/\/|www\.|&(?:quot|apos|lt|gt|#0*3[49]|#x0*2[27]);)[^\s"'`<>]){0,200}?&(?:(?:amp|#0*38|#x0*26);)*[\w%.~[\]-]{1,100}=/iy;

/**
 * Tests whether the text at the end of a URL looks like more of its query, which contains characters that URLs do not:
 * `https://example.com/?utm_source=5` before `€&id=1`.
 */
function continuesQuery(text: string, end: number): boolean {
  laterParameter.lastIndex = end;
  return laterParameter.test(text);
}

/** Returns a URL with what may be more of its query, where the signature may be. */
function withRest(text: string, start: number): string {
  const [whole = ''] = /^[^\s"'`<>]*/.exec(text.slice(start, start + 1000)) ?? [];
  return whole.replace(escapedAmpersand, '&');
}

const longestCell = 200;

/**
 * Tests whether a comma in the last parameter may be followed by the next cell of a row of CSV: the URL is at the start
 * of a line, or after a comma or semicolon without a blank.
 */
function mayContainCell(text: string, start: number, url: string): boolean {
  const value = Math.max(...Array.from('=&/?#', (mark) => url.lastIndexOf(mark))) + 1;
  if (!url.includes('?') || !/[,;]/.test(url.slice(value))) return false;
  const before = text.slice(Math.max(0, start - longestCell), start);
  const line = lastLineOf(before);
  return line === '' || /[,;]\S/.test(line);
}

/** A parameter that no list contains. */
const placeholder = 'continues-after-the-url';

/** Cleans a URL, but leaves its last parameter where it is, with the rest of its value. */
function cleanAllButLast(url: string, clean: UrlFunction): string {
  const last = Math.max(url.lastIndexOf('&'), url.lastIndexOf('#'));
  const start = (last === -1 ? url.indexOf('?') : last) + 1;
  const cleaned = clean(url.slice(0, start) + placeholder);
  const isKept = start > 0 && ['?', '&', '#'].some((mark) => cleaned.endsWith(mark + placeholder));
  return isKept ? cleaned.slice(0, -placeholder.length) + url.slice(start) : url;
}
