import type { Span } from '../span.js';
import { domainNameEnd } from './domain-name.js';
import { localPartStart } from './email-local-part.js';

/**
 * Finds e-mail addresses in running text, in order, in time linear in its length, from every `@` outwards.
 *
 * Recognizes the addresses that people write, not everything that RFC 5322 allows. The local part consists of letters
 * and digits of any script and `.` `_` `%` `+` `-` `'`, and starts with a letter, digit or `_`, or is in quotes,
 * `"Ada Byron"@example.com`; the domain is a name with a top-level domain. Other characters (quotes, brackets, `:`) are
 * surrounding text; for `=`, `/` and such see {@link localPartStart}. The user of a URL (`https://user:password@host/`)
 * is not an address. Next to words of a script without spaces, `联系bob@example.com吧`, the address is the part in the
 * other script. The name of a file, such as `logo@2x.png`, is not an address.
 */
export function* emailAddresses(text: string): Generator<Span> {
  let free = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const end = domainNameEnd(text, at + 1);
    if (end === -1) continue;
    const first = text[at - 1] === '"' ? quotedStart(text, at, free) : localPartStart(text, at, free, end);
    const start = text[end] === "'" ? first + stringPrefix(text.slice(first, at)).length : first;
    if (start === at || isUserOfUrl(text, { start, end }) || isFileName(text.slice(start, end))) continue;
    yield { start, end };
    free = end;
  }
}

/** Endings of image, style and script files, none of which is a top-level domain. */
const fileEnding =
  /@([^@]*)\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?|heic|psd|css|scss|sass|less|m?js|cjs|jsx|tsx?|map)$/i;

/**
 * Tests for the name of a file: with a density or a version after the at sign, `logo@2x.png` and `vue@3.4.1.min.js`, or one
 * word on either side of it, `menu@dark.svg`.
 */
function isFileName(address: string): boolean {
  const [ending, variant = ''] = fileEnding.exec(address) ?? [];
  if (ending === undefined) return false;
  return (
    /^v?\d/i.test(variant) ||
    (/^[\p{L}\p{M}\p{N}_-]+$/u.test(address.slice(0, -ending.length)) && !variant.includes('.'))
  );
}

/** Returns what marks a string of Python as one of bytes or Unicode, with its quote: `b'bob@example.com'`. */
function stringPrefix(local: string): string {
  return /^(?:[bfru]|br|rb|fr|rf)'/i.exec(local)?.[0] ?? '';
}

const quotedLocalPart = /(?<![^\s"'<>()[\]{},;:=])"(?:[^"\\\r\n]|\\[^\r\n]){1,64}"$/;

/** Returns where the quotes start that end before an `@`; the `@` itself if nothing is quoted. */
function quotedStart(text: string, at: number, free: number): number {
  const [local = ''] = quotedLocalPart.exec(text.slice(Math.max(free, at - 131), at)) ?? [];
  return at - local.length;
}

const longestUser = 320;
/** The at sign behind the user of a URL, where an address is the user or its start. */
const laterAt = /^(?::[^\s@/]{0,100})?@/;

/** Tests whether `://` precedes an address, with only a user and a password between. */
function isUserOfUrl(text: string, address: Span): boolean {
  const first = Math.max(0, address.start - longestUser);
  let { start } = address;
  while (start > first && /[\w.~%!$&'()*+,;=:@-]/.test(text.charAt(start - 1))) start--;
  return text.endsWith('://', start) && !laterAt.test(text.slice(address.end, address.end + 110));
}
