import type { Notation } from './control.js';
import { escaped, unescaped } from './escapes.js';

/** How an option's value is typed. */
interface Writing {
  write(value: unknown): string;
  /** Never throws: unreadable input becomes a text, which the checks refuse. */
  read(typed: string): unknown;
}

/** Digits alone are a number. In quotes, or with anything else, they are a name. */
const name: Writing = {
  write: (value) => {
    if (typeof value !== 'string') return JSON.stringify(value);
    return typeof name.read(escaped(value)) === 'number' || /^".*"$/.test(value)
      ? `"${escaped(value)}"`
      : escaped(value);
  },
  read: (typed) => {
    if (/^-?\d{1,9}$/.test(typed)) return Number(typed);
    return unescaped(/^".*"$/.test(typed) && typed.length > 1 ? typed.slice(1, -1) : typed);
  },
};

const escapedText: Writing = { write: (value) => escaped(asText(value)), read: unescaped };

const json: Writing = {
  write: (value) => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)),
  read: (typed) => {
    try {
      return JSON.parse(typed);
    } catch {
      return typed;
    }
  },
};

/** The ways to type values. */
export const writings: Readonly<Record<Notation, Writing>> = {
  escaped: escapedText,
  plain: { write: asText, read: (typed) => typed },
  name,
  texts: linesOf(escapedText),
  names: linesOf(name),
  json,
};

/** One item per line; blank lines are skipped. */
function linesOf(item: Writing): Writing {
  return {
    write: (value) => (Array.isArray(value) ? value.map(item.write).join('\n') : asText(value)),
    read: (typed) =>
      typed
        .split('\n')
        .filter((line) => line !== '')
        .map(item.read),
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
