import type { RequestHead } from '../http/head.js';
import type { HeaderList } from '../http/server.js';
import { longestSessionSeconds } from './sessions.js';

/** A browser accepts this prefix only with Secure, and never from another host (RFC 6265bis section 4.1.3.2). */
const secureName = '__Host-textmill-session';
const plainName = 'textmill-session';

export interface SessionCookieParts {
  /** The gateway's own scheme. */
  readonly scheme: 'http' | 'https';
  /** The origin under which browsers reach the gateway (PUBLIC_URL), read for each request. */
  readonly publicUrl: () => string | undefined;
}

/**
 * The cookie with the secret of a session.
 *
 * Over HTTPS, which a proxy may terminate, it has the prefix `__Host-`. Over HTTP, on the machine itself, its name has the
 * port: browsers send cookies to every port of a host, and two gateways would overwrite each other's.
 */
export class SessionCookie {
  readonly #parts: SessionCookieParts;

  constructor(parts: SessionCookieParts) {
    this.#parts = parts;
  }

  /** Returns the secret that a request presents; '' for none. */
  read(head: RequestHead): string {
    if (head.cookie === '') return '';
    const secret = cookieOf(head.cookie, secureName);
    return secret !== '' || this.#mustBeSecure(head) ? secret : cookieOf(head.cookie, cookieNameAt(head.host));
  }

  /** Returns the header that gives the browser a secret. @param head - of a request from one of the gateway's pages. */
  give(head: RequestHead, secret: string): HeaderList {
    return this.#header(head, secret, longestSessionSeconds);
  }

  /** Returns the header that takes the secret from the browser. */
  take(head: RequestHead): HeaderList {
    return this.#header(head, '', 0);
  }

  #header(head: RequestHead, secret: string, maxAge: number): HeaderList {
    // Browsers send the origin with every POST and DELETE: only it tells whether a proxy terminates TLS.
    const isSecure = this.#mustBeSecure(head) || head.origin.startsWith('https:');
    const name = isSecure ? secureName : cookieNameAt(head.host);
    const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    return ['Set-Cookie', `${name}=${secret}; ${attributes}`];
  }

  /** Where browsers use HTTPS, a page of another subdomain could set a cookie without the prefix. */
  #mustBeSecure({ host }: RequestHead): boolean {
    return this.#parts.scheme === 'https' || this.#parts.publicUrl() === `https://${host.toLowerCase()}`;
  }
}

/** Returns the name of the cookie over HTTP. @param host - of the gateway, with its port. */
export function cookieNameAt(host: string): string {
  const port = /:(\d+)$/.exec(host)?.[1];
  return port === undefined ? plainName : `${plainName}-${port}`;
}

/** Returns the value of the first cookie with a name; '' without one. @param cookies - the header `Cookie`. */
function cookieOf(cookies: string, name: string): string {
  for (const pair of cookies.split(';')) {
    const [key = '', ...rest] = pair.split('=');
    if (key.trim() === name) return rest.join('=').trim();
  }
  return '';
}
