import { lazyLibrary } from '../../core/lazy-library.js';
import { isAscii } from './whatwg-url.js';

/** The tables of UTS 46. Those of Node.js differ in each version, and since 24 it accepts `xn--a`. */
const library = lazyLibrary<typeof import('tr46')>('tr46');

/** As in the URL Standard: all checks except those of hyphens, of the characters of STD3 and of lengths. */
const processing = {
  checkHyphens: false,
  checkBidi: true,
  checkJoiners: true,
  useSTD3ASCIIRules: false,
  ignoreInvalidPunycode: false,
};

/** Returns a host in ASCII (UTS 46); undefined if it is invalid. Slow on labels of more than 63 characters. */
export function asciiHost(host: string): string | undefined {
  if (isPlain(host)) return host.toLowerCase();
  return library().toASCII(host, { ...processing, verifyDNSLength: false }) ?? undefined;
}

/** Returns a host in its own letters (UTS 46); undefined if it is invalid. Slow on labels of more than 63 characters. */
export function unicodeHost(host: string): string | undefined {
  if (isPlain(host)) return host.toLowerCase();
  const { domain, error } = library().toUnicode(host, processing);
  return error ? undefined : domain;
}

/** Tests whether both forms of a host are the same. */
function isPlain(host: string): boolean {
  return isAscii.test(host) && !/xn--/i.test(host);
}
