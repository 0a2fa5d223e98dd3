import { queryOf } from './url-query.js';

/**
 * Names of parameters that may sign the whole query of a URL, in lower case; so may `x-…-signature`. Most URLs have none of
 * them.
 */
export const signingNames: readonly string[] = (
  'signature q-signature sig sign x-sign hmac upsig lsig verify hdnea hdntl hdnts ' +
  '__token__ auth_key wssecret token st md5 hash secure key auth hm oh s'
).split(' ');

const hint = new RegExp(`[?&](?:x-[a-z]{2,10}-signature|${signingNames.join('|')})=`, 'i');

interface Signature {
  /** The first group is the name. */
  readonly pattern: RegExp;
  /** What else is in the query. */
  readonly beside?: RegExp;
}

const expiry = /&(?:expires?|expiry|exp|expiration|valid_?(?:until|to)|e|ttl)=\d{6}|~hmac=/i;

/**
 * The signatures of storage services (AWS, Google Cloud, Azure, Alibaba, Tencent), of networks that deliver content, of
 * image services and of frameworks. Each is looked for in `&a=1&b=2`.
 */
const signatures: readonly Signature[] = [
  // `X-Amz-Signature`, `X-Goog-Signature`, `x-oss-signature`, `q-signature`; CloudFront, Azure, Laravel.
  { pattern: /&((?:x-[a-z]{2,10}-|q-)?signature|sig)=[^&]/i },
  { pattern: /&((?:x-)?sign|hmac|upsig|lsig|verify)=[^&]{16}/i },
  // Akamai, Alibaba, Wangsu.
  { pattern: /&(hdn(?:ea|tl|ts)|__token__|wssecret)=[^&]/i },
  { pattern: /&(auth_key)=\d{9,20}-/i },
  // A key that is valid only for some time.
  { pattern: /&(token|st|md5|hash|secure|key|auth)=[^&]{8}/i, beside: expiry },
  // Discord and Facebook.
  { pattern: /&(hm)=[\da-f]{40}/ },
  { pattern: /&(oh)=[\w-]{16}/, beside: /&oe=[\dA-Fa-f]{6}/ },
];

/** Where `s` signs the query: elsewhere it is a search, or a session. */
const hostOfS = /^(?:https?:)?\/\/[^/?#]{0,253}\.(?:imgix\.net|redd\.it)(?=[:/?#])/i;
const signatureS: Signature = { pattern: /&(s)=[\da-f]{32}/i };

/**
 * Returns the name of the parameter that signs the whole query of a URL, as it is written; undefined if none does. Any
 * change of the query would make such a URL invalid.
 */
export function signatureOf(url: string): string | undefined {
  if (!hint.test(url)) return undefined;
  const { start, end } = queryOf(url);
  if (start === -1) return undefined;
  const query = `&${url.slice(start, end)}`;
  for (const { pattern, beside } of hostOfS.test(url) ? [...signatures, signatureS] : signatures) {
    const name = pattern.exec(query)?.[1];
    if (name !== undefined && beside?.test(query) !== false) return name;
  }
  return undefined;
}

/** Tests for a signature that the names of a request remove: then it protects nothing. */
export function isAmong(signature: string, names: readonly string[]): boolean {
  return names.some((name) => name.toLowerCase() === signature.toLowerCase());
}
