import { type Static, Type } from '../../core/schema.js';
import { urlRulesInForce } from '../../core/url-rules.js';
import { withoutPathSegments } from './host-and-path.js';
import { type HostFindings, type HostRules, type HostsWithRules, hostRules, hostsWithRules } from './host-rules.js';
import { JoinedNames, type NameSet } from './parameter-names.js';
import { redirectionOf } from './redirectors.js';
import { type Removal, RemovalLog, reasonsOf } from './removals.js';
import { isAmong, signatureOf, signingNames } from './signed-url.js';
import {
  type ChosenNames,
  chosenNames,
  type ParameterChoice,
  parameterNames,
  parameterNamesExcept,
} from './tracking-parameters.js';
import { queryOf } from './url-query.js';
import { parseWhatwgUrl } from './whatwg-url.js';

const NameList = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { default: [], maxItems: 500, description });

/** The options for cleaning a URL, shared by `/v1/sanitize` and the tool. */
export const urlCleaningOptions = {
  keepParams: NameList('Names that always stay, for sites where one of them means something'),
  extraParams: NameList(
    'Further names to remove, written without percent escapes; a blank in a name also matches + in a URL',
  ),
  ignoreCase: Type.Boolean({ default: false, description: 'Whether UTM_SOURCE is removed like utm_source' }),
  profile: Type.Enum(['standard', 'conservative', 'extended', 'careful'], {
    default: 'standard',
    description:
      'List of names: standard; conservative, the same without s, ref, referrer and source; extended, which also has the names of many more services and all names that start with utm_, hsa_, mtm_, matomo_, pk_ or piwik_; careful, which is extended without s, ref, referrer and source. extended and careful also know names that are tracking only on some hosts, such as si on youtube.com. All but standard keep a URL whose query is signed (X-Amz-Signature, sig) as it is, apart from extraParams',
  }),
  affiliateTags: Type.Boolean({
    default: false,
    description: 'Whether what pays for a link is removed as well from URLs of known hosts, such as tag on amazon.com',
  }),
  fragment: Type.Boolean({ default: false, description: 'Whether the parameters after # are cleaned as well' }),
  normalize: Type.Boolean({
    default: false,
    description: 'Whether the URL is written as a browser would write it (WHATWG); the query stays byte for byte',
  }),
  unwrap: Type.Boolean({
    default: false,
    description:
      'Whether the URL of a known redirector (google.com/url, l.facebook.com, Safe Links of Outlook, AMP caches and the like) is replaced by the URL in it, up to 5 times, before it is cleaned. Nothing is requested. A target that is no http or https URL of a public host is not opened',
  }),
};

const UrlCleaningOptions = Type.Object(urlCleaningOptions);
export type UrlCleaningOptions = Static<typeof UrlCleaningOptions>;

/**
 * Makes a function that removes tracking parameters from one URL.
 *
 * It works on the text of the URL and never parses and rewrites it. With the profile `standard`, a signed URL loses its
 * listed parameters like any other, and breaks if its signature covers them; with the other profiles it stays as it is,
 * but for the names of the request. It accepts any text: relative and invalid URLs lose their listed parameters as
 * well; a URL with another scheme is only trimmed. The time is linear in the length of the URL. Cleaning is idempotent,
 * except that more than {@link maxHops} redirectors in one another need more than one call.
 *
 * The function keeps to the rules of the operator that are in force when it is made.
 */
export function urlCleaner(options: UrlCleaningOptions): (url: string) => string {
  return cleaner(options, undefined);
}

/** What removes parameters from URLs, as data. */
export interface CleaningTables {
  readonly names: ChosenNames & {
    readonly ignoreCase: boolean;
    /** A URL with one of these, or `x-…-signature`, may be signed and then stays as it is. */
    readonly signing: readonly string[];
  };
  /** URLs of other hosts lose nothing but parameters with these names. Undefined: no host has rules. */
  readonly hosts: HostsWithRules | undefined;
}

/**
 * Returns what {@link urlCleaner} keeps to, for what does the same on bytes; undefined if the options want more than
 * parameters to be removed from queries, or the operator has rules.
 */
export function cleaningTables(options: UrlCleaningOptions): CleaningTables | undefined {
  const { fragment, normalize, unwrap, ignoreCase } = options;
  if (fragment || normalize || unwrap) return undefined;
  const hosts = hostsWithRules(options);
  const { rules, exceptions } = urlRulesInForce();
  if (hosts !== undefined && rules.length + exceptions.length > 0) return undefined;
  const signing = options.profile === 'standard' ? [] : signingNames;
  return { names: { ...chosenNames(options), ignoreCase, signing }, hosts };
}

/** A cleaned URL, with what was removed from it and why. */
export interface ExplainedUrl {
  readonly sanitized: string;
  readonly removed: readonly Removal[];
  /** The name of the parameter that signs the URL, if it stayed as it is for that. */
  readonly signedBy?: string;
}

/** Does the same as {@link urlCleaner}, and reports what it removed. */
export function explainingUrlCleaner(options: UrlCleaningOptions): (url: string) => ExplainedUrl {
  const log = new RemovalLog();
  const clean = cleaner(options, log);
  return (url) => ({ sanitized: clean(url), ...log.take() });
}

function cleaner(options: UrlCleaningOptions, log: RemovalLog | undefined): (url: string) => string {
  const { fragment, normalize, unwrap } = options;
  const rules = urlRulesInForce();
  const hosts = hostRules(options, rules);
  const clean = parameterCleaner(options, hosts, log);
  const isQueryEnough = !fragment && !normalize && !unwrap && hosts === undefined;
  const keepSigned = options.profile === 'standard' ? undefined : signedUrlKeeper(options, log);
  return (url) => {
    const trimmed = url.trim();
    if (isQueryEnough && !trimmed.includes('?')) return trimmed;
    if (hasOtherScheme(trimmed)) return trimmed;
    const opened = unwrap ? openRedirectors(trimmed, log, rules) : trimmed;
    const signed = keepSigned?.(opened);
    if (signed !== undefined) return signed;
    const cleaned = clean(opened);
    // Cleaned again after normalizing, which removes line feeds and so may reveal a listed name.
    return normalize ? clean(normalizeUrl(cleaned)) : cleaned;
  };
}

/** Returns the name of the parameter for which a URL stays as it is with the options; undefined if it is cleaned. */
export function keptSignature(
  url: string,
  { profile, extraParams }: Pick<ParameterChoice, 'profile' | 'extraParams'>,
): string | undefined {
  if (profile === 'standard') return undefined;
  const signature = signatureOf(url);
  return signature === undefined || isAmong(signature, extraParams) ? undefined : signature;
}

/** Makes a function that returns a signed URL without the names of the request, and undefined for other URLs. */
function signedUrlKeeper(
  options: UrlCleaningOptions,
  log: RemovalLog | undefined,
): (url: string) => string | undefined {
  const requested = options.extraParams.length > 0 ? parameterNamesExcept(options, { all: true }) : undefined;
  const names = requested && (log?.watch(requested, reasonsOf(options)) ?? requested);
  return (url) => {
    const signature = keptSignature(url, options);
    if (signature === undefined) return undefined;
    log?.keep(signature);
    return names === undefined ? url : cleanParameters(url, names, options.fragment);
  };
}

const maxHops = 5;

/** Returns the URL in a URL of a known redirector, which may be one of a redirector again; all other URLs as they are. */
export function openRedirectors(url: string, log?: RemovalLog, rules = urlRulesInForce()): string {
  let opened = url;
  for (let hop = 0; hop < maxHops; hop++) {
    const redirection = redirectionOf(opened, rules);
    if (redirection === undefined) break;
    log?.addRedirector(redirection.place, redirection.rule);
    opened = redirection.target;
  }
  return opened;
}

/** Makes a function that removes the names of the profile and applies the rules for the URL's host. */
function parameterCleaner(
  options: UrlCleaningOptions,
  hosts: HostRules | undefined,
  log: RemovalLog | undefined,
): (url: string) => string {
  const reason = log && reasonsOf(options);
  const watched = (names: NameSet) => (log && reason ? log.watch(names, reason) : names);
  const names = watched(parameterNames(options));
  const { fragment } = options;
  if (hosts === undefined) return (url) => cleanParameters(url, names, fragment);
  return (url) => {
    const found = hosts.find(url);
    if (found === undefined) return cleanParameters(url, names, fragment);
    const ofHost = found.rules.map(({ names, reason }) => log?.watch(names, () => reason) ?? names);
    const listed = found.listed === undefined ? names : watched(found.listed);
    return cleanParameters(cleanPath(url, found, log), new JoinedNames([listed, ...ofHost]), fragment);
  };
}

function cleanPath(url: string, { rules, pathStart }: HostFindings, log: RemovalLog | undefined): string {
  let cleaned = url;
  for (const { pathSegments, reason } of rules) {
    for (const start of pathSegments) {
      const shorter = withoutPathSegments(cleaned, pathStart, start);
      if (shorter !== cleaned) log?.add({ name: `/${start}`, ...reason });
      cleaned = shorter;
    }
  }
  return cleaned;
}

/**
 * The fragment comes first: without it, white space after the query may be removed, and the query's end is the URL's.
 */
function cleanParameters(url: string, names: NameSet, fragment: boolean): string {
  return cleanQuery(fragment ? cleanFragment(url, names) : url, names);
}

/**
 * Matches a scheme that is not http or https. What only looks like one is a host with its port, `localhost:3000/`,
 * unless the scheme is known to be followed by a number.
 */
const otherScheme = /^(?!https?:)(?:(?:tel|sms|fax|callto|javascript):|[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/\\?#]|$)))/i;

/** Tests whether a URL has a scheme other than http and https. Such URLs are left alone. */
export function hasOtherScheme(url: string): boolean {
  return otherScheme.test(url);
}

/** Returns the WHATWG form of an absolute http or https URL, with its query unchanged; returns other text unchanged. */
function normalizeUrl(url: string): string {
  const { start, end } = queryOf(url);
  // An empty query replaces the real one: without any, white space before it would be trimmed, not escaped.
  const shell = start === -1 ? url : url.slice(0, start) + url.slice(end);
  const { protocol, href } = parseWhatwgUrl(shell) ?? {};
  if (href === undefined) return url;
  if (protocol !== 'http:' && protocol !== 'https:') return url;
  if (start === -1) return href;
  const query = href.indexOf('?') + 1;
  return href.slice(0, query) + url.slice(start, end) + href.slice(query);
}

function cleanQuery(url: string, names: NameSet): string {
  const { start, end } = queryOf(url);
  if (start === -1) return url;
  const kept = keptParameters(url, start, end, names);
  if (kept === undefined) return url;
  const cleaned = url.slice(0, kept === '' ? start - 1 : start) + kept;
  return end === url.length ? cleaned.trimEnd() : cleaned + url.slice(end);
}

/**
 * Cleans the parameters of a fragment: the part after its first `?` (`#/route?a=1`), or all of it if it looks like
 * parameters (`#a=1&b=2`; `#source` is an anchor). A fragment directive, `:~:text=…`, is for the browser, not the page,
 * and stays.
 */
function cleanFragment(url: string, names: NameSet): string {
  const hash = url.indexOf('#');
  if (hash === -1) return url;
  const directive = url.indexOf(':~:', hash + 1);
  const end = directive === -1 ? url.length : directive;
  const mark = url.indexOf('?', hash + 1);
  const hasQuery = mark !== -1 && mark < end;
  if (!hasQuery && !url.slice(hash, end).includes('=')) return url;
  const start = hasQuery ? mark + 1 : hash + 1;
  const kept = keptParameters(url, start, end, names);
  if (kept === undefined) return url;
  const fragment = url.slice(hash + 1, kept === '' ? start - 1 : start) + kept + url.slice(end);
  const cleaned = (fragment === '' ? url.slice(0, hash) : `${url.slice(0, hash)}#${fragment}`).trimEnd();
  // Without its query the fragment may itself look like parameters.
  return hasQuery && kept === '' ? cleanFragment(cleaned, names) : cleaned;
}

const ampersand = 0x26;
const percent = 0x25;
const equalsSign = 0x3d;

/**
 * Returns the parameters between two positions of a URL without the listed ones: '' if only empty ones are left,
 * undefined if none was listed.
 */
function keptParameters(url: string, start: number, end: number, names: NameSet): string | undefined {
  let kept = '';
  let copied = start;
  let removed = false;
  for (let from = start, to: number; from <= end; from = to + 1) {
    let nameEnd = from;
    let escaped = false;
    for (; nameEnd < end; nameEnd++) {
      const codeUnit = url.charCodeAt(nameEnd);
      if (codeUnit === equalsSign || codeUnit === ampersand) break;
      if (codeUnit === percent) escaped = true;
    }
    to = nextSeparator(url, nameEnd, end);
    if (!names.includes(url, from, nameEnd, escaped)) continue;
    kept += url.slice(copied, from);
    copied = to + 1;
    removed = true;
  }
  if (!removed) return undefined;
  kept = copied > end ? kept.slice(0, -1) : kept + url.slice(copied, end);
  if (end === url.length) kept = trimLastParameter(kept, names);
  return /^&*$/.test(kept) ? '' : kept;
}

/** Returns the end of the parameter whose name ends at `nameEnd`: the next `&` or the end. */
function nextSeparator(url: string, nameEnd: number, end: number): number {
  const separator = url.indexOf('&', nameEnd);
  return separator === -1 || separator > end ? end : separator;
}

/**
 * Trims white space that is now at the end of the URL. Without it, the last parameter may be a listed one: then it is
 * removed as well, or cleaning again would remove it.
 */
function trimLastParameter(parameters: string, names: NameSet): string {
  let kept = parameters;
  for (let trimmed = kept.trimEnd(); trimmed !== kept; trimmed = kept.trimEnd()) {
    kept = trimmed;
    const from = kept.lastIndexOf('&') + 1;
    const last = kept.slice(from);
    const hasValue = last.includes('=');
    if (hasValue || !names.includes(last, 0, last.length, last.includes('%'))) return kept;
    kept = kept.slice(0, Math.max(0, from - 1));
  }
  return kept;
}
