import { lazyLibrary } from '../../core/lazy-library.js';

/** Contains the Public Suffix List of its own release. */
const library = lazyLibrary<typeof import('tldts')>('tldts');

/** The input is always a name, never a URL. */
const nameOnly = { extractHostname: false } as const;

/**
 * Returns the part of a domain name that someone registered: `example.co.uk` of `www.example.co.uk`.
 *
 * @returns undefined for a public suffix itself, such as `co.uk`.
 * @see https://publicsuffix.org/ (its ICANN section)
 */
export function registrableDomain(name: string): string | undefined {
  return library().getDomain(name, nameOnly) ?? undefined;
}

/** Tests whether a name ends in a public suffix of the ICANN section and has more labels than that. */
export function isPublicName(name: string): boolean {
  const { isIcann, domain } = library().parse(name, nameOnly);
  return isIcann === true && domain !== null;
}
