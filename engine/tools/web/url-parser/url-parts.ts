import { parseWhatwgUrl } from '../../../text/urls/whatwg-url.js';

/** The parts of a URL in the form of browsers, without their delimiters. Absent ones are empty. */
export interface UrlParts {
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  /** Includes the port, unless it is the protocol's default. */
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
  readonly query: string;
  readonly hash: string;
  /**
   * Writes all parts, the whole URL (`href`) and the parameters of the query (`params`, decoded) as JSON on one line.
   */
  json(): string;
}

/**
 * Parses an absolute URL.
 *
 * @returns undefined if it is invalid, or its host is longer than `longestUrlHost` of whatwg-url.ts.
 * @see https://url.spec.whatwg.org/
 */
export function parseUrl(text: string): UrlParts | undefined {
  const url = parseWhatwgUrl(text);
  if (url === undefined) return undefined;
  const { username, password, host, hostname, port } = url;
  const parts = {
    // The origin of a URL without one is "null".
    origin: url.origin === 'null' ? '' : url.origin,
    protocol: url.protocol.slice(0, -1),
    username,
    password,
    host,
    hostname,
    port,
    path: url.pathname,
    query: url.search.slice(1),
    hash: url.hash.slice(1),
  };
  return {
    ...parts,
    json: () =>
      `{"href":${JSON.stringify(url.href)},${JSON.stringify(parts).slice(1, -1)},"params":${paramsJson(url.searchParams)}}`,
  };
}

/** Writes parameters in the order of their first occurrence; a repeated name has an array of its values. */
function paramsJson(params: URLSearchParams): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of params) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  const members: string[] = [];
  for (const [name, [first, ...others]] of values) {
    members.push(`${JSON.stringify(name)}:${JSON.stringify(others.length === 0 ? first : [first, ...others])}`);
  }
  return `{${members.join(',')}}`;
}
