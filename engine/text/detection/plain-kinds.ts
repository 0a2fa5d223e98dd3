import { type Detected, suggest } from './detected.js';
import { bytesKind } from './encoded-kinds.js';
import { cutJsonKind } from './json-kinds.js';
import { codedKind } from './named-kinds.js';
import type { Sample } from './sample.js';

/** Longer lines are cut before patterns are tried on them. */
const longestLine = 2_000;

/** What a text is that has none of the forms that ask for a conversion. */
export function plainKind(sample: Sample): Detected {
  if (sample.text === '') {
    return { format: 'empty', label: 'an empty text', reason: 'it has nothing but white space', suggestions: [] };
  }
  const lines = sample.lines.map((line) => line.slice(0, longestLine));
  for (const kindOf of [differenceKind, messageKind, sqlKind, styleKind, hashKind, numbersKind, markdownKind]) {
    const found = kindOf(lines, sample);
    if (found !== undefined) return found;
  }
  return cutJsonKind(sample) ?? bytesKind(sample) ?? codedKind(sample) ?? wordsKind(lines);
}

type Kind = (lines: readonly string[], sample: Sample) => Detected | undefined;

const differenceKind: Kind = (lines) => {
  const hasFiles = lines.some((line, at) => /^--- \S/.test(line) && /^\+\+\+ \S/.test(lines[at + 1] ?? ''));
  if (!hasFiles && !lines.some((line) => /^@@ -\d{1,9}(?:,\d{1,9})? \+\d{1,9}(?:,\d{1,9})? @@/.test(line)))
    return undefined;
  return {
    format: 'diff',
    label: 'a unified diff',
    reason: 'it has the lines that name files or hunks',
    suggestions: [suggest('Keep what was added', 'filter-lines', { match: 'regex', pattern: '^\\+[^+]' })],
  };
};

/** The head of an e-mail message. */
const messageKind: Kind = (lines) => {
  const names = lines
    .slice(0, 10)
    .map((line) => /^(From|To|Cc|Subject|Date|Message-ID|Received|Return-Path|MIME-Version):/i.exec(line)?.[1]);
  if (new Set(names.filter(Boolean)).size < 2 || names[0] === undefined) return undefined;
  return {
    format: 'email-message',
    label: 'an e-mail message',
    reason: 'it begins with the fields of a message',
    suggestions: [
      suggest('Decode the fields', 'mime-header-converter', { direction: 'decode', invalid: 'keep' }),
      suggest('Extract the addresses', 'extract-emails', { unique: true }),
    ],
  };
};

const statement =
  /^\s*(?:select\s.{1,2000}?\sfrom\s|insert\s+into\s|update\s+\S{1,200}\s+set\s|delete\s+from\s|create\s+(?:or\s+replace\s+)?(?:temporary\s+|unique\s+)?(?:table|index|view|function|schema|database|trigger)\s|alter\s+table\s|drop\s+table\s|with\s+\S{1,200}\s+as\s*\()/is;

const sqlKind: Kind = (_lines, { text }) => {
  const start = text.replace(/^(?:\s*--[^\n]*\n)+/, '');
  if (!statement.test(start.slice(0, longestLine))) return undefined;
  // A sentence may begin with `Select` or `With` as well.
  if (!/[;(*=]|^[A-Z]{4}/.test(start)) return undefined;
  return {
    format: 'sql',
    label: 'SQL',
    reason: 'it begins with a statement',
    suggestions: [suggest('Format', 'sql-formatter'), suggest('Minify', 'sql-minifier')],
  };
};

const styleKind: Kind = (_lines, { text, isCut }) => {
  const rules = text.match(/\{\s{0,100}(?:--)?[a-z-]{2,40}\s{0,20}:[^{};]{1,500}[;}]/gi) ?? [];
  if (rules.length === 0 || !/^(?:\/\*|[@.#:*]|[a-z])/i.test(text) || (!isCut && !text.endsWith('}'))) return undefined;
  return {
    format: 'css',
    label: 'CSS',
    reason: 'it has rules with properties',
    suggestions: [suggest('Format', 'css-formatter'), suggest('Minify', 'css-minifier')],
  };
};

const hashes: ReadonlyMap<number, string> = new Map([
  [8, 'CRC-32'],
  [32, 'MD5'],
  [40, 'SHA-1'],
  [64, 'SHA-256'],
  [96, 'SHA-384'],
  [128, 'SHA-512'],
]);

const hashKind: Kind = (lines) => {
  const lengths = new Set(lines.map((line) => /^([\da-f]{8,128})(?: [ *].{1,1000})?$/i.exec(line.trim())?.[1]?.length));
  const [length = 0] = lengths;
  const name = hashes.get(length);
  if (lengths.size !== 1 || name === undefined || !/[a-f]/i.test(lines.join('')) || !/\d/.test(lines.join('')))
    return undefined;
  return {
    format: 'hash-list',
    label: lines.length === 1 ? 'a hash' : 'a list of hashes',
    reason: `it has ${length} hexadecimal digits, as ${name} has`,
    suggestions: [suggest('Remove duplicates', 'remove-duplicate-lines', { trim: true })],
  };
};

const number = /^[+−-]?(?:\d{1,3}(?:[ ,.'’]\d{3}){1,10}|\d{1,30})(?:[.,]\d{1,30})?(?:e[+-]?\d{1,3})?(?: ?%)?$/i;

const numbersKind: Kind = (lines) => {
  if (lines.length === 0 || !lines.every((line) => number.test(line.trim()))) return undefined;
  return {
    format: 'number-list',
    label: lines.length === 1 ? 'a number' : 'a list of numbers',
    reason: lines.length === 1 ? 'it is one' : 'each line is one',
    suggestions: [suggest('Sum and average', 'number-statistics'), suggest('Sort', 'sort-lines', { order: 'asc' })],
  };
};

/** What only Markdown has, and what other text may have as well. */
const surelyMarkdown: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^ {0,3}#{1,6} \S/, 'headings'],
  [/^ {0,3}(?:```|~~~)/, 'code blocks'],
  [/!?\[[^[\]]{1,200}\]\([^()\s]{1,500}(?: "[^"]{0,200}")?\)/, 'links'],
  [/(?:^|\s)(?:\*\*|__)\S(?:[^*_]{0,200}\S)?(?:\*\*|__)/, 'bold text'],
  [/^ {0,3}[-*+] \[[ xX]\] /, 'tasks'],
];

const markdownKind: Kind = (lines) => {
  const found = surelyMarkdown.filter(([pattern]) => lines.some((line) => pattern.test(line))).map(([, name]) => name);
  // A comment in a script begins with # as well.
  const isHeadingAlone =
    found.length === 1 &&
    found[0] === 'headings' &&
    !lines.some((line) => /^[\p{Lu}\p{Lo}]/u.test(line)) &&
    !(/^#{1,6} [\p{Lu}\p{Lo}]/u.test(lines[0] ?? '') && lines.some((line) => /^[-*+] \S/.test(line)));
  if (found.length === 0 || isHeadingAlone) return undefined;
  return {
    format: 'markdown',
    label: 'Markdown',
    reason: `it has ${found.join(', ')}`,
    suggestions: [
      suggest('Convert to HTML', 'markdown-to-html'),
      suggest('Convert to text', 'markdown-to-text'),
      suggest('List the headings', 'markdown-toc-generator'),
    ],
  };
};

const longestItem = 60;

/** A list of short lines, or prose. */
function wordsKind(lines: readonly string[]): Detected {
  const areItems =
    lines.length > 2 && lines.every((line) => line.length <= longestItem && !/[.!?。！？…:,;]["'”’»)]?\s*$/.test(line));
  if (areItems) {
    return {
      format: 'line-list',
      label: 'a list of lines',
      reason: 'its lines are short and end without a mark',
      suggestions: [
        suggest('Sort', 'sort-lines'),
        suggest('Remove duplicates', 'remove-duplicate-lines', { trim: true }),
        suggest('Convert to JSON', 'list-json-converter', { direction: 'list-to-json' }),
      ],
    };
  }
  return {
    format: 'prose',
    label: 'plain text',
    reason: 'it has the marks of no other format',
    suggestions: [suggest('Count', 'text-statistics'), suggest('Tell the language', 'language-detector')],
  };
}
