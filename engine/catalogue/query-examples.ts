/**
 * What an example in a query is: people paste a piece of their text instead of naming its format. Each pattern reads a
 * query, of at most 500 characters, in microseconds.
 */
const examples: readonly (readonly [pattern: RegExp, named: string])[] = [
  [/=\?[\w-]{1,20}\?[qb]\?\S*/gi, 'mime header'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, 'jwt'],
  [/\bxn--[\w-]+(?:\.[\w-]+)*/gi, 'punycode'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, 'uuid'],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}\b/g, 'cidr'],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g, 'ip address'],
  [/(?:\\u\{?[\da-f]{4,6}\}?)+/gi, 'unicode escape'],
  [/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d?);/gi, 'html entity decode'],
  [/(?:%[\da-f]{2})+/gi, 'percent escape url decode'],
  [/(?:=[\dA-F]{2})+/g, 'quoted printable'],
  [/(?:\x1b|\bESC|\\x1b|\\e|\\033)\[[\d;]*[a-z]?/gi, 'ansi code'],
  [/(?<!\S)[\d*][\d*,/-]*(?: [\d*?][\d*,/?-]*){2,4} [\d*?a-z][\d*,/?a-z-]*(?!\S)/gi, 'cron'],
  [/(?<!\S)[.-]+(?: [.-]+)+(?!\S)/g, 'morse'],
  [/(?<!\S)[01]{8}(?: [01]{8})*(?!\S)/g, 'binary'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, 'email'],
  [/\bhttps?:\/\/\S+/gi, 'url'],
  [/<\/?[a-z][a-z\d]*(?: [^<>]*)?>/gi, 'html tag'],
  [/(?<![\w.])(?:\d{4}-\d\d?-\d\d?|\d\d?([./])\d\d?\1(?:\d{4}|\d\d))(?![\w.])/g, 'date'],
  [/\b(?=[MDCLXVI]{3})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b/g, 'roman numeral'],
  // A letter alone, or two or more: ä, ö and ü.
  [/(?<!\S)[^\x00-\x7f\P{Ll}](?=[\s,.?!]|$)/gu, 'accent'],
  // A Unix timestamp of this half century, in seconds or milliseconds: nobody searches for such a number itself.
  [/(?<!\d)[12]\d{9}(?:\d{3})?(?!\d)/g, 'timestamp'],
];

/** UTF-8 read as Windows-1252. */
const misreadUtf8 = /[ÃÂ][\u0080-\u00bf]|â€/;
/** Words, also those of misread UTF-8. */
const lettersOrMisread = /[\p{L}\u0080-\u00bf€]+/gu;

/** Puts the name of its format in place of each example: `what is 1700000000` becomes `what is timestamp`. */
export function withExamplesNamed(query: string): string {
  let named = query;
  for (const [pattern, name] of examples) named = named.replace(pattern, ` ${name} `);
  return named.replace(lettersOrMisread, (word) => (misreadUtf8.test(word) ? ' mojibake ' : word));
}
