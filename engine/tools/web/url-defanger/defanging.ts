import { replaceMatches } from '../../../text/replacement.js';
import type { Span } from '../../../text/span.js';
import { domainNamesInText, urlHost } from '../../../text/urls/domain-names.js';
import { emailAddresses } from '../../../text/urls/email-addresses.js';
import { ipAddressesInText } from '../../../text/urls/ip-addresses.js';
import { endBehindHost, urlsInText } from '../../../text/urls/web-addresses.js';

/** What can be made harmless. */
export const defangedThings = ['url', 'domain', 'ip', 'email'] as const;

export type DefangedThing = (typeof defangedThings)[number];

/** A part of a text, and its replacement. */
export interface Defanging extends Span {
  readonly written: string;
}

/** Finds the addresses that no program should recognize any more. Finds may overlap. */
export function defangings(text: string, things: ReadonlySet<DefangedThing>): Defanging[] {
  const found: Defanging[] = [];
  const add = (spans: Iterable<Span>, defang: (written: string) => string) => {
    for (const { start, end } of spans) found.push({ start, end, written: defang(text.slice(start, end)) });
  };
  const harmless = Array.from(harmlessUrls(text));
  if (things.has('url')) {
    add(urlsInText(text, urlSearch), defangUrl);
    add(harmless, defangSchemes);
  }
  if (things.has('domain')) add(outside(harmless, domainNamesInText(text)), defangDots);
  if (things.has('ip')) add(ipAddressesInText(text), (address) => address.replace(/[.:]/g, '[$&]'));
  if (things.has('email')) add(emailAddresses(text), defangEmail);
  return found;
}

const urlSearch = { schemes: new Set(['http', 'https', 'ftp']), bare: true, stripPunctuation: true };

function defangDots(name: string): string {
  return name.replaceAll('.', '[.]');
}

/**
 * Replaces the scheme and the dots in the host. Path, query and fragment stay, except for URLs in them, which programs
 * would find.
 */
function defangUrl(url: string): string {
  const { start, end } = urlHost(url, 0, url.length);
  const host = url.slice(start, end);
  const defanged = host.startsWith('[') ? host.replaceAll(':', '[:]') : defangDots(host);
  return defangSchemes(url.slice(0, start)) + defanged + defangSchemes(url.slice(end));
}

function defangSchemes(text: string): string {
  const withoutHttp = replaceMatches(
    text,
    /(?<![a-z\d])(h)tt(ps?):\/\//gi,
    (_, h: string, p: string) => `${h}${inCaseOf(p, 'xx')}${p}[://]`,
  );
  return replaceMatches(
    withoutHttp,
    /(?<![a-z\d])(f)t(p):\/\//gi,
    (_, f: string, p: string) => `${f}${inCaseOf(p, 'x')}${p}[://]`,
  );
}

/** The start of a defanged URL, up to its host: marked in the scheme, or only in the host. */
const harmlessBeginning =
  /(?<![\p{L}\p{N}])(?:(?:hxxps?|fxp)\[:\/\/\](?:[\w.~%!$&'()*+,;=:-]{1,255}@)?|(?:https?|wss?|s?ftps?):\/\/|www(?=\[\.\]))/giu;

/**
 * The host after it, with names that contain `[.]` or numbers that contain `[:]` in brackets; no longer than what
 * defanging writes.
 */
const harmlessHost = /(?:[\p{L}\p{M}\p{N}_-]|\[[.:]\]){1,765}|\[(?:[\da-f.]|\[:\]){1,80}\]/iuy;

/** Finds defanged URLs: their paths and queries stay, as they did in defanging. */
function* harmlessUrls(text: string): Generator<Span> {
  harmlessBeginning.lastIndex = 0;
  for (let match = harmlessBeginning.exec(text); match !== null; match = harmlessBeginning.exec(text)) {
    const { 0: beginning, index: start } = match;
    harmlessHost.lastIndex = start + beginning.length;
    const [host] = harmlessHost.exec(text) ?? [];
    if (host === undefined || !(beginning + host).includes('[')) continue;
    const end = endBehindHost(text, start + beginning.length + host.length, start, urlSearch);
    yield { start, end };
    harmlessBeginning.lastIndex = end;
  }
}

/** Returns the spans that are outside all other spans; both in the order of the text. */
function* outside(spans: readonly Span[], inner: Iterable<Span>): Generator<Span> {
  let i = 0;
  for (const span of inner) {
    while ((spans[i]?.end ?? Infinity) <= span.start) i++;
    if ((spans[i]?.start ?? Infinity) >= span.end) yield span;
  }
}

/** Returns capitals if a word continues with a capital. */
function inCaseOf(next: string, letters: string): string {
  return /^[A-Z]/.test(next) ? letters.toUpperCase() : letters;
}

function defangEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}[@]${defangDots(address.slice(at + 1))}`;
}

/**
 * The notations for a dot, an at sign or a colon that {@link refang} knows, in the order of replacement: `at` counts
 * only before a domain name.
 */
const forms: readonly [form: RegExp, character: string][] = [
  [/\[\.\]|\(\.\)|\{\.\}|(?<=[\p{L}\p{N}]) ?[[({]dot[\])}] ?(?=[\p{L}\p{N}])/giu, '.'],
  [/\[@\]|\(@\)|\{@\}|(?<=[\p{L}\p{N}]) ?[[({]at[\])}] ?(?=[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}])/giu, '@'],
  // As defanging writes them in JSON and such.
  [/\[(\\+(?:u00(?:2e|3a|40)|[.:@]))\]/gi, '$1'],
  [/\[:(\\*\/\\*\/)\]|\[:\](?=\\*\/\\*\/)/g, ':$1'],
  [/\[:\]/g, ':'],
];

/** Restores addresses that were defanged in one of the usual ways, including brackets and hxxp. */
export function refang(text: string): string {
  let refanged = text;
  for (const [form, character] of forms) refanged = refanged.replace(form, character);
  const withHttp = replaceMatches(
    refanged,
    /(?<![\p{L}\p{N}])(h)xx(ps?)(?=:\\*\/\\*\/)/giu,
    (_, h: string, p: string) => `${h}${inCaseOf(p, 'tt')}${p}`,
  );
  return replaceMatches(
    withHttp,
    /(?<![\p{L}\p{N}])(f)x(p)(?=:\\*\/\\*\/)/giu,
    (_, f: string, p: string) => `${f}${inCaseOf(p, 't')}${p}`,
  );
}
