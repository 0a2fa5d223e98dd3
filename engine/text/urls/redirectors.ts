import { isIPv4 } from 'node:net';
import type { UrlRedirector, UrlRules } from '../../core/url-rules.js';
import { isPublicIpAddress } from './ip-addresses.js';
import { percentDecode } from './percent-decoding.js';
import { parseWhatwgUrl } from './whatwg-url.js';

/** A service that sends visitors of its URLs on to the URL that they contain. */
interface Redirector extends Omit<UrlRedirector, 'names'> {
  readonly names?: readonly string[];
  /** Reads the target from a URL; by default the first of the named parameters that has one, percent-decoded. */
  readonly read?: (url: URL, names: readonly string[]) => string | undefined;
}

/** The domains of Google's search: `google.` and one of these. */
const googleSuffixes = [
  'com ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es eus',
  'fi fm fr ga ge gg gl gm gp gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn ms mu',
  'mv mw ne ng nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tk tl tm tn to tt vg vu ws',
  'co.ao co.bw co.ck co.cr co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz',
  'co.ve co.vi co.za co.zm co.zw com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn com.bo com.br com.bz com.co',
  'com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.iq com.jm com.kh com.kw com.lb',
  'com.ly com.mm com.mt com.mx com.my com.na com.nf com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph com.pk',
  'com.pr com.py com.qa com.sa com.sb com.sg com.sl com.sv com.tj com.tn com.tr com.tw com.ua com.uy com.vc com.vn',
];
const google = googleSuffixes.flatMap((line) => line.split(' ').map((suffix) => `google.${suffix}`));

/**
 * Only what its operator documents, or what everybody can see in its links. Redirectors that pay for a link (affiliate
 * networks) are left out: without them, the person who shared the link is not paid.
 */
const redirectors: readonly Redirector[] = [
  { rule: 'google', hosts: google, paths: ['/url'], names: ['url', 'q'] },
  { rule: 'google-amp', hosts: google, paths: ['/amp'], read: (url) => ampTarget(url, '/amp/', true) },
  { rule: 'amp-cache', hosts: ['cdn.ampproject.org'], read: cachedPage },
  { rule: 'youtube', hosts: ['youtube.com', 'youtube-nocookie.com'], paths: ['/redirect'], names: ['q'] },
  { rule: 'facebook', hosts: ['facebook.com'], paths: ['/l.php', '/flx/warn'], names: ['u'] },
  { rule: 'facebook', hosts: ['l.facebook.com', 'lm.facebook.com'], names: ['u'] },
  { rule: 'messenger', hosts: ['l.messenger.com'], names: ['u'] },
  { rule: 'instagram', hosts: ['l.instagram.com'], names: ['u'] },
  { rule: 'threads', hosts: ['l.threads.com', 'l.threads.net'], names: ['u'] },
  {
    rule: 'safelinks',
    hosts: ['safelinks.protection.outlook.com', 'safelinks.protection.office365.us'],
    names: ['url'],
  },
  { rule: 'slack', hosts: ['slack-redir.net'], paths: ['/link'], names: ['url'] },
  { rule: 'reddit', hosts: ['out.reddit.com'], names: ['url'] },
  { rule: 'linkedin', hosts: ['linkedin.com'], paths: ['/redir', '/safety/go'], names: ['url'] },
  { rule: 'steam', hosts: ['steamcommunity.com'], paths: ['/linkfilter'], names: ['u', 'url'] },
  { rule: 'vk', hosts: ['vk.com', 'vk.ru'], paths: ['/away.php'], names: ['to'] },
  { rule: 'tumblr', hosts: ['t.umblr.com'], paths: ['/redirect'], names: ['z'] },
  { rule: 'duckduckgo', hosts: ['duckduckgo.com'], paths: ['/l'], names: ['uddg'] },
  { rule: 'bing', hosts: ['bing.com'], paths: ['/ck/a', '/aclick', '/aclk'], names: ['u'], read: base64Target },
  { rule: 'soundcloud', hosts: ['exit.sc', 'gate.sc'], names: ['url'] },
];

type RedirectorsByHost = ReadonlyMap<string, readonly Redirector[]>;

function byHost(all: readonly Redirector[]): RedirectorsByHost {
  const found = new Map<string, Redirector[]>();
  for (const redirector of all) {
    for (const host of redirector.hosts) {
      const ofHost = found.get(host);
      if (ofHost === undefined) found.set(host, [redirector]);
      else ofHost.push(redirector);
    }
  }
  return found;
}

const builtIn = byHost(redirectors);
const indexes = new WeakMap<UrlRules, RedirectorsByHost>();

/** Returns the redirectors of an operator, found by their hosts. */
function redirectorsIn(rules: UrlRules): RedirectorsByHost {
  const index = indexes.get(rules) ?? byHost(rules.redirectors);
  indexes.set(rules, index);
  return index;
}

/** Where a URL leads to. */
export interface Redirection {
  readonly rule: string;
  /** The host of the redirector, in lower case, and its path up to where it is the same for all targets. */
  readonly place: string;
  readonly target: string;
}

/**
 * Returns where a URL of a known redirector leads to, without asking anybody, in time linear in its length. Decodes the
 * target once.
 *
 * @param url - trimmed; it may lack its scheme.
 * @param rules - of the operator, whose redirectors come first.
 * @returns undefined for all other URLs, and where the target is no http or https URL of a public host.
 */
export function redirectionOf(url: string, rules: UrlRules): Redirection | undefined {
  const parsed = parseWhatwgUrl(withScheme(url));
  if (parsed === undefined || parsed.port !== '' || !isHttp(parsed)) return undefined;
  const host = withoutRootDot(parsed.hostname);
  const candidates = [...redirectorsOf(host, redirectorsIn(rules)), ...redirectorsOf(host, builtIn)];
  const found = candidates.flatMap(({ rule, paths = [''], names = [], read = namedTarget }) => {
    const path = paths.find((each) => isBelow(parsed.pathname, each));
    const target = path === undefined ? undefined : publicTarget(read(parsed, names));
    return target === undefined ? [] : [{ rule, place: host + path, target }];
  });
  return found[0];
}

function redirectorsOf(host: string, byHost: RedirectorsByHost): readonly Redirector[] {
  for (let name = host; ; name = name.slice(name.indexOf('.') + 1)) {
    const found = byHost.get(name);
    if (found !== undefined) return found;
    if (!name.includes('.')) return [];
  }
}

/** Adds the scheme to a URL that starts with its host or with slashes before it. */
function withScheme(url: string): string {
  if (url.startsWith('//')) return `https:${url}`;
  return /^(?:https?:|[/\\?#.])/i.test(url) ? url : `https://${url}`;
}

function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function isBelow(pathname: string, path: string): boolean {
  return pathname.startsWith(path) && (path === '' || ['', '/'].includes(pathname.charAt(path.length)));
}

function withoutRootDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function namedTarget({ search }: URL, names: readonly string[]): string | undefined {
  const values = names.map((name) => parameterOf(search, name));
  // Google's q is what was searched for where its url is the target.
  return values.find((value) => value !== undefined && hasHttpScheme(value));
}

/** Returns the percent-decoded value of the first parameter with a name; undefined if it cannot be decoded. */
function parameterOf(search: string, name: string): string | undefined {
  const written = search
    .slice(1)
    .split('&')
    .find((parameter) => parameter.startsWith(`${name}=`));
  return written === undefined ? undefined : percentDecode(written.slice(name.length + 1));
}

/** Bing writes `a1` and the target in Base64; for advertisements it percent-encodes the target before that. */
function base64Target({ search }: URL, [name = '']: readonly string[]): string | undefined {
  const value = parameterOf(search, name) ?? '';
  const written = value.startsWith('a1') ? value.slice('a1'.length) : value;
  if (!/^[\w+/-]+={0,2}$/.test(written)) return undefined;
  const decoded = Buffer.from(written, 'base64url').toString();
  if (decoded.includes('\ufffd')) return undefined;
  return hasHttpScheme(decoded) ? decoded : percentDecode(decoded);
}

/** The parts of the cache: documents, images, resources and what its viewer shows. */
const cacheFolders = ['/c/', '/i/', '/r/', '/v/'];

/**
 * Returns the original of a page in the cache of AMP. See
 * https://amp.dev/documentation/guides-and-tutorials/learn/amp-caches-and-cors/amp-cache-urls
 */
function cachedPage(url: URL): string | undefined {
  const folder = cacheFolders.find((each) => url.pathname.startsWith(each));
  return folder === undefined ? undefined : ampTarget(url, folder, false);
}

/** Parameters that the cache and the viewer add to those of the page. */
const ampParameters = new Set(['amp_gsa', 'amp_js_v', 'usqp']);

/**
 * Returns the page whose host and path follow a folder, with `s/` between them for https. Its query is that of the URL,
 * and its fragment too, unless it is for the viewer.
 *
 * @param escaped - the path may contain the query, with an escaped question mark.
 */
function ampTarget({ pathname, search, hash }: URL, folder: string, escaped: boolean): string | undefined {
  if (!pathname.startsWith(folder)) return undefined;
  const isSecure = pathname.startsWith('s/', folder.length);
  const written = pathname.slice(folder.length + (isSecure ? 's/'.length : 0));
  const page = escaped && /%3f/i.test(written) ? percentDecode(written) : written;
  const own = search
    .slice(1)
    .split('&')
    .filter((parameter) => !ampParameters.has(parameter.split('=', 1)[0] ?? ''))
    .join('&');
  const query = own === '' ? '' : `${page?.includes('?') ? '&' : '?'}${own}`;
  const isForViewer = hash.includes('amp_tf=') || hash.includes('aoh=') || hash.includes('referrer=');
  return page === undefined ? undefined : `http${isSecure ? 's' : ''}://${page}${query}${isForViewer ? '' : hash}`;
}

function hasHttpScheme(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/**
 * Returns a target as a URL can be written: what ends one in texts and HTML is percent-encoded, the rest stays as it is.
 * Undefined if it is no http or https URL, or its host is not public; and with a control character or a backslash, which
 * browsers read in ways of their own.
 */
function publicTarget(target: string | undefined): string | undefined {
  if (target === undefined || !hasHttpScheme(target) || /[\p{Cc}\p{Cs}\\]/u.test(target)) return undefined;
  const written = target.replace(/["<>^`{|}\p{Z}\p{Cf}]/gu, encodeURIComponent);
  const parsed = parseWhatwgUrl(written);
  return parsed !== undefined && isPublicHost(withoutRootDot(parsed.hostname)) ? written : undefined;
}

/** Names that only a local network or the machine itself knows: RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`. */
const localNames = new Set(['arpa', 'corp', 'home', 'internal', 'intranet', 'invalid', 'lan', 'local', 'localdomain']);
localNames.add('localhost').add('private');

/** @param host - in the canonical form of the URL parser. */
function isPublicHost(host: string): boolean {
  if (isIPv4(host)) return isPublicIpAddress(host);
  if (host.startsWith('[')) return isPublicIpAddress(host.slice(1, -1));
  const dot = host.lastIndexOf('.');
  return dot > 0 && !localNames.has(host.slice(dot + 1));
}
