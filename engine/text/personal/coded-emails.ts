import type { Span } from '../span.js';
import { emailAddresses } from '../urls/email-addresses.js';

/** The at sign in a query or form (percent-encoded), or in HTML. */
const codedAt = /%40|&#0{0,4}64;|&#x0{0,4}40;|&commat;/gi;
const domain = /^[\p{L}\p{M}\p{N}.-]{1,253}/u;

/**
 * Finds e-mail addresses whose at sign is percent-encoded or an HTML entity, in order, in time linear in the text:
 * `?email=ada%40example.com`, `ada&#64;example.com`. Yields the address as people write it too.
 */
export function* codedEmailAddresses(text: string): Generator<Span & { readonly address: string }> {
  for (const { 0: sign, index } of text.matchAll(codedAt)) {
    const behind = index + sign.length;
    const written = text.slice(localStart(text, index), index);
    const [host = ''] = domain.exec(text.slice(behind, behind + 253)) ?? [];
    const local = written.replace(/%2b/gi, '+');
    const [found] = emailAddresses(`${local}@${host}`);
    if (found === undefined || found.start > local.length) continue;
    // A part before the address, such as a dot, has no plus sign in it.
    const start = index - written.length + found.start;
    yield {
      start,
      end: behind + found.end - local.length - 1,
      address: `${local}@${host}`.slice(found.start, found.end),
    };
  }
}

const longestLocalPart = 80;

/** Returns where letters, digits and signs before this place start, of which the plus sign may be percent-encoded. */
function localStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < longestLocalPart) {
    const before = text.slice(Math.max(0, start - 3), start);
    if (/^%2b$/i.test(before)) start -= 3;
    else if (/^%[\da-f]{2}$/i.test(before) || !/[\w.+-]/.test(text.charAt(start - 1))) break;
    else start--;
  }
  return start;
}
