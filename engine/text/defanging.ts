import { domainNamesInText, urlHost } from './domain-names.js';
import { emailAddresses } from './email-addresses.js';
import { ipAddressesInText } from './ip-addresses.js';
import type { Span } from './span.js';
import { urlsInText } from './web-addresses.js';

/** What can be made harmless. */
export const defangedThings = ['url', 'domain', 'ip', 'email'] as const;

export type DefangedThing = (typeof defangedThings)[number];

/** A part of a text, and what to write in its place. */
export interface Defanging extends Span {
  readonly written: string;
}

/** Finds what no program should take for an address any more. Finds may overlap. */
export function defangings(text: string, things: ReadonlySet<DefangedThing>): Defanging[] {
  const found: Defanging[] = [];
  const add = (spans: Iterable<Span>, defang: (written: string) => string) => {
    for (const { start, end } of spans) found.push({ start, end, written: defang(text.slice(start, end)) });
  };
  if (things.has('url')) add(urlsInText(text, urlSearch), defangUrl);
  if (things.has('domain')) add(domainNamesInText(text), defangDots);
  if (things.has('ip')) add(ipAddressesInText(text), (address) => address.replace(/[.:]/g, '[$&]'));
  if (things.has('email')) add(emailAddresses(text), defangEmail);
  return found;
}

const urlSearch = { schemes: new Set(['http', 'https', 'ftp']), bare: true, stripPunctuation: true };

function defangDots(name: string): string {
  return name.replaceAll('.', '[.]');
}

/** With another scheme, and dots in the host that are none; path, query and fragment stay. */
function defangUrl(url: string): string {
  const { start, end } = urlHost(url, 0, url.length);
  const before = url
    .slice(0, start)
    .replace(/^(h)tt(ps?):\/\//i, (_, h: string, p: string) => `${h}${inCaseOf(p, 'xx')}${p}[://]`)
    .replace(/^(f)t(p):\/\//i, (_, f: string, p: string) => `${f}${inCaseOf(p, 'x')}${p}[://]`);
  const host = url.slice(start, end);
  return before + (host.startsWith('[') ? host.replaceAll(':', '[:]') : defangDots(host)) + url.slice(end);
}

/** As capitals if a word goes on with a capital. */
function inCaseOf(next: string, letters: string): string {
  return /^[A-Z]/.test(next) ? letters.toUpperCase() : letters;
}

function defangEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}[@]${defangDots(address.slice(at + 1))}`;
}

/**
 * The ways to write a dot, an at sign or a colon that {@link refang} knows, in the order in which they are turned back:
 * `at` counts only where a domain name follows.
 */
const forms: readonly [form: RegExp, character: string][] = [
  [/\[\.\]|\(\.\)|\{\.\}|(?<=[\p{L}\p{N}]) ?[[({]dot[\])}] ?(?=[\p{L}\p{N}])/giu, '.'],
  [/\[@\]|\(@\)|\{@\}|(?<=[\p{L}\p{N}]) ?[[({]at[\])}] ?(?=[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}])/giu, '@'],
  [/\[:\/\/\]|\[:\]\/\//g, '://'],
  [/\[:\]/g, ':'],
];

/** Makes addresses work again that were made harmless in one of the usual ways, brackets and hxxp among them. */
export function refang(text: string): string {
  let refanged = text;
  for (const [form, character] of forms) refanged = refanged.replace(form, character);
  return refanged
    .replace(/(?<![\p{L}\p{N}])(h)xx(ps?)(?=:\/\/)/giu, (_, h: string, p: string) => `${h}${inCaseOf(p, 'tt')}${p}`)
    .replace(/(?<![\p{L}\p{N}])(f)x(p)(?=:\/\/)/giu, (_, f: string, p: string) => `${f}${inCaseOf(p, 't')}${p}`);
}
