import type { Span } from '../span.js';
import { percentDecode } from '../urls/percent-decoding.js';
import { type AddUnit, type ReadableText, resolvedText, withoutInvisibleMarks } from './readable-text.js';

/** Signs and blanks as HTML names them, as far as they may be in values or beside them. */
const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['colon', ':'],
  ['commat', '@'],
  ['dash', '\u2010'],
  ['emsp', ' '],
  ['ensp', ' '],
  ['equals', '='],
  ['gt', '>'],
  ['hyphen', '\u2010'],
  ['lowbar', '_'],
  ['lpar', '('],
  ['lt', '<'],
  ['minus', '\u2212'],
  ['nbsp', '\u00a0'],
  ['ndash', '\u2013'],
  ['numsp', '\u2007'],
  ['period', '.'],
  ['plus', '+'],
  ['quot', '"'],
  ['rpar', ')'],
  ['shy', ''],
  ['sol', '/'],
  ['thinsp', '\u2009'],
  ['zwnj', ''],
]);

const percent = '%(?:25){0,4}';
/** Percent-encoded characters, also encoded again (`%2520`), and references of HTML, also `&amp;nbsp;`. */
const code = new RegExp(
  `${percent}[c-f][\\da-f](?:${percent}[89ab][\\da-f]){1,3}|${percent}[\\da-f]{2}|` +
    `&(?:amp;){0,4}(?:#0{0,4}\\d{1,7}|#x0{0,4}[\\da-f]{1,6}|${[...named.keys()].join('|')});`,
  'gi',
);
const anyCode = new RegExp(code.source, 'i');

/**
 * Finds values in a text as it is, and those that queries, forms and HTML write with codes: `%2B1213…`, `4111&nbsp;1111…`,
 * `4111+1111…`. Their places take whole codes. Takes linear time beside that of `find`, which is called again if there are
 * codes.
 *
 * @param find - returns what it finds in any text.
 */
export function* withCoded<Find extends Span>(text: string, find: (text: string) => Iterable<Find>): Generator<Find> {
  const spaced = withBlanks(withoutUnderscores(text));
  if (spaced === text && !anyCode.test(text)) return yield* find(text);
  const decoded = resolvedText(spaced, code, decode);
  const decodedFinds = new Map<number, Find>();
  for (const found of find(decoded.text)) {
    const place = decoded.writtenSpan(found);
    decodedFinds.set(place.end, { ...found, ...place });
  }
  for (const found of find(text)) {
    const other = decodedFinds.get(found.end);
    const isPart = spaced[found.start] !== text[found.start] || splitsCode(decoded, found.start);
    if (other !== undefined && other.start > found.start && isPart) continue;
    if (other?.start === found.start) decodedFinds.delete(found.end);
    yield found;
  }
  yield* decodedFinds.values();
}

/** Tests whether a place is in a code: `20ada@example.com` in `%20ada@example.com`. */
function splitsCode(decoded: ReadableText, at: number): boolean {
  const start = decoded.readableSpan({ start: at, end: at }).start;
  return start > 0 && decoded.writtenSpan({ start: start - 1, end: start }).end > at;
}

function decode(sequence: string, start: number, add: AddUnit): void {
  const meaning = sequence.startsWith('%')
    ? percentDecode(sequence.replace(/%(?:25)*(?=[\da-f]{2})/gi, '%'))
    : referenced(sequence);
  if (meaning !== undefined) add(start, start + sequence.length, withoutInvisibleMarks(meaning));
  else for (let i = 0; i < sequence.length; i++) add(start + i, start + i + 1, sequence.charAt(i));
}

function referenced(reference: string): string | undefined {
  const name = reference.slice(reference.lastIndexOf('&') + 1, -1).replace(/^(?:amp;)+/i, '');
  const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name) ?? [];
  if (hex === undefined && decimal === undefined) return named.get(name.toLowerCase());
  const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : undefined;
}

/** What opens or closes an emphasis of Markdown and of chats, and the end of a line. */
const underscore = /(_)(?<![\p{L}\p{N}_]_)(?=[^\s_])|(?<=[^\s_])_(?![\p{L}\p{N}_])|[\r\n]/gu;

/** Writes emphasis with stars, `*+1 213 373 4253*`: an underscore is a letter of names. */
function withoutUnderscores(text: string): string {
  if (!text.includes('_')) return text;
  let starred = '';
  let copied = 0;
  let open = -1;
  for (const { 0: mark, 1: opening, index } of text.matchAll(underscore)) {
    if (mark !== '_') open = -1;
    else if (
      open !== -1 &&
      /^[^\p{L}\p{N}_]?$/u.test(text.charAt(index + 1)) &&
      /[^\s_]/.test(text.charAt(index - 1))
    ) {
      starred += `${text.slice(copied, open)}*${text.slice(open + 1, index)}*`;
      copied = index + 1;
      open = -1;
    } else if (opening !== undefined) open = index;
  }
  return starred + text.slice(copied);
}

/** A parameter of a query. */
const parameter = /(?<![\w.[\]%-])[\w.[\]%-]{1,60}=[^\s"'<>&]{1,400}/g;
const plusAsBlank = /(?<=[\d)])\+(?=[\d(])/g;

/** A blank of JSON in a form: `payload=%7B%22password%22%3A+%22…`. */
const blankOfJson = /(%(?:25){0,4}(?:3a|2c|7b|5b))\+/gi;

/** Writes the blanks of queries as such. Elsewhere, `213+373+4253` is a sum. */
function withBlanks(written: string): string {
  const text = written.includes('+') ? written.replace(blankOfJson, '$1 ') : written;
  if (!/[\d)]\+[\d(]/.test(text)) return text;
  return text.replace(parameter, (pair, at: number) => {
    const isInQuery = /[?&]/.test(text.charAt(at - 1)) || text[at + pair.length] === '&' || pair.includes('%');
    return isInQuery ? pair.replace(plusAsBlank, ' ') : pair;
  });
}
