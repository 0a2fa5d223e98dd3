import { type Detected, type Suggestion, suggest } from './detected.js';
import type { Sample } from './sample.js';

/** A value of which a text may have one on each line. */
interface Value {
  readonly pattern: RegExp;
  readonly format: string;
  /** With its article, and in the plural. */
  readonly names: readonly [one: string, several: string];
  readonly suggestions: readonly Suggestion[];
}

const withoutDuplicates = suggest('Remove duplicates', 'remove-duplicate-lines', { trim: true });

const values: readonly Value[] = [
  {
    pattern: /^\{?(?:urn:uuid:)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i,
    format: 'uuid-list',
    names: ['a UUID', 'a list of UUIDs'],
    suggestions: [suggest('Read version and time', 'uuid-parser'), withoutDuplicates],
  },
  {
    pattern: /^(?:[^<>@]{1,100}<)?[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2,63}>?[,;]?$/u,
    format: 'email-list',
    names: ['an e-mail address', 'a list of e-mail addresses'],
    suggestions: [
      suggest('Normalize', 'email-normalizer', { unique: true }),
      suggest('Extract the domains', 'extract-domains', { unique: true }),
    ],
  },
  {
    pattern: /^(?:(?:\d{1,3}\.){3}\d{1,3}|(?=\S*:\S*:)[\da-f:]{2,39})(?:\/\d{1,3})?$/i,
    format: 'ip-list',
    names: ['an IP address', 'a list of IP addresses'],
    suggestions: [suggest('Extract and sort out', 'extract-ip-addresses', { unique: true }), withoutDuplicates],
  },
  {
    // Seconds and milliseconds of the years 2001 to 2100.
    pattern: /^(?:[1-3]\d{9}|40\d{8}|[1-3]\d{12}|40\d{11})(?:\.\d{1,9})?$/,
    format: 'timestamp-list',
    names: ['a Unix timestamp', 'a list of Unix timestamps'],
    suggestions: [suggest('Convert to dates', 'unix-timestamp-converter', { direction: 'to-iso', invalid: 'keep' })],
  },
  {
    pattern: /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?$/,
    format: 'date-list',
    names: ['a date', 'a list of dates'],
    suggestions: [
      suggest('Convert to timestamps', 'unix-timestamp-converter', { direction: 'to-unix', invalid: 'keep' }),
      suggest('Sort', 'sort-lines'),
    ],
  },
];

/** Longer lines are none of the values. */
const longestValue = 300;

/** Values of one kind, one on each line. */
export function valuesKind({ lines }: Sample): Detected | undefined {
  const written = lines.map((line) => line.trim());
  if (written.length === 0 || written.some((line) => line.length > longestValue)) return undefined;
  for (const { pattern, format, names, suggestions } of values) {
    if (!written.every((line) => pattern.test(line))) continue;
    const label = names[written.length === 1 ? 0 : 1];
    return { format, label, reason: written.length === 1 ? 'it is one' : 'each line is one', suggestions };
  }
  return undefined;
}

const longestQuery = 20_000;

/** The parameters of a URL or a form: `a=1&b=2`. */
export function queryKind({ text, isCut }: Sample): Detected | undefined {
  if (isCut || text.length > longestQuery || !/^\??[^\s=&?]{1,200}=/.test(text) || /\s/.test(text)) return undefined;
  const parts = text.replace(/^\?/, '').split('&');
  if (parts.length < 2 || !parts.every((part) => /^[^=]{1,200}=/.test(part))) return undefined;
  return {
    format: 'query-string',
    label: 'a query string',
    reason: `it has ${parts.length} parameters between ampersands`,
    suggestions: [suggest('Convert to JSON', 'query-string-json-converter', { direction: 'query-to-json' })],
  };
}
