import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withCoded } from '../../text/escapes/coded-text.js';
import { type ReadableText, readableText } from '../../text/escapes/readable-text.js';
import { foundTextOptions, listFoundTexts } from '../../text/lines/found-texts.js';
import { longestFinds } from '../../text/personal/redaction.js';
import type { Span } from '../../text/span.js';
import { emailAddresses } from '../../text/urls/email-addresses.js';
import { isPublicName } from '../../text/urls/public-suffixes.js';
import { withoutWideForms } from '../../text/urls/wide-forms.js';

export default defineTool({
  slug: 'extract-emails',
  title: 'Extract e-mail addresses',
  description:
    'Finds the e-mail addresses in a text. Excludes what surrounds them (quotes, brackets, mailto:, a full stop); the user part of a URL and the name of a file, such as logo@2x.png, are not addresses. Full-width forms (＠ and ．) are written in ASCII. Reads \\n, \\/, %40, &#64; and such as they are meant, and ignores invisible marks.',
  config: Type.Object({
    lowercase: Type.Boolean({
      default: true,
      description: 'Writes addresses in lower case, so that two that differ only in case are the same',
    }),
    ...foundTextOptions('address', 'addresses'),
  }),
  examples: [
    {
      input: 'Ada <ada@example.com>, mailto:Bob.Smith+news@mail.example.co.uk?subject=Hi and ADA@example.com.',
      output: 'ada@example.com\nbob.smith+news@mail.example.co.uk',
    },
    {
      input: 'c@example.com, a@example.com; b@example.com',
      config: { sort: true, limit: 2, separator: ', ' },
      output: 'a@example.com, b@example.com',
    },
    { input: 'https://user:secret@example.com/ @handle root@localhost', output: '' },
  ],
  run(input, { lowercase, ...options }) {
    const read = readableText(input);
    const readable = { ...read, text: withoutWideForms(read.text) };
    const found = longestFinds([...withCoded(readable.text, (text) => addressesIn(text, readable))], readable.text);
    const addresses = found.map(({ address }) => address);
    return listFoundTexts(lowercase ? addresses.map((address) => address.toLowerCase()) : addresses, options);
  },
});

function* addressesIn(text: string, readable: ReadableText): Generator<Span & { readonly address: string }> {
  for (const span of emailAddresses(text)) {
    const address = text === readable.text ? addressAt(readable, span) : text.slice(span.start, span.end);
    yield { ...span, address };
  }
}

/** A space without a width, also as an escape, among invisible marks. */
const zeroWidthSpace = /\u200b|200b/i;
const mostParts = 10;

/** Returns an address, without a word that only a space without a width divides from it: `ada@example.com` and `Bob`. */
function addressAt(readable: ReadableText, span: Span): string {
  const address = readable.text.slice(span.start, span.end);
  const { start, end } = readable.writtenSpan(span);
  if (end - start === address.length || isPublicName(domainOf(address))) return address;
  const divisions: number[] = [];
  for (let at = span.start + 1; at < span.end && divisions.length < mostParts; at++) {
    if (zeroWidthSpace.test(marksBefore(readable, at))) divisions.push(at);
  }
  for (const division of divisions.toReversed()) {
    const shorter = readable.text.slice(span.start, division);
    if (shorter.includes('@') && isPublicName(domainOf(shorter))) return shorter;
  }
  return address;
}

/** Returns the invisible marks before a character, as they are written. */
function marksBefore({ written, writtenSpan }: ReadableText, at: number): string {
  return written.slice(writtenSpan({ start: at - 1, end: at }).end, writtenSpan({ start: at, end: at + 1 }).start);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
