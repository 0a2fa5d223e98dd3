/** The longest host that is parsed, in UTF-16 code units; a domain name has 253 at most (RFC 1035, section 2.3.4). */
export const longestUrlHost = 1000;

/** The parts of a URL in the form that browsers give them, without the signs that set them off. Absent ones are empty. */
export interface UrlParts {
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  /** With the port, if it is not the one that the protocol has anyway. */
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
  readonly query: string;
  readonly hash: string;
  /** All parts, the whole URL (`href`) and the parameters of the query (`params`, decoded) as JSON on one line. */
  json(): string;
}

/**
 * Parses an absolute URL.
 *
 * @returns undefined if it is none, or its host is longer than {@link longestUrlHost}.
 * @see https://url.spec.whatwg.org/
 */
export function parseUrl(text: string): UrlParts | undefined {
  const url = hasLongHost(text) ? undefined : urlOf(text);
  if (url === undefined) return undefined;
  const { username, password, host, hostname, port } = url;
  const parts = {
    // What has no origin says "null".
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

/** Not URL.canParse: once optimised, that of Node 20 refuses hosts with letters such as é (it takes Latin-1 for UTF-8). */
function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Parameters in the order of their first places; one whose name comes again has an array of its values. */
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

const specialSchemes = new Set(['http', 'https', 'ws', 'wss', 'ftp', 'file']);

/**
 * Whether a host is longer than we let the parser see: it normalises and encodes names of other scripts in time
 * quadratic in their length (16 s for 500,000 combining marks, on Node 20).
 */
function hasLongHost(text: string): boolean {
  if (text.length <= longestUrlHost) return false;
  // The parser takes no notice of these, wherever they stand.
  const url = text.replace(/^[\0- ]+|[\t\r\n]+/g, '');
  const [start, scheme, slashes] = /^([a-z][a-z\d+.-]{0,20}):([/\\]*)/i.exec(url) ?? [];
  if (start === undefined || scheme === undefined) return false;
  if (!specialSchemes.has(scheme.toLowerCase()) && !slashes?.startsWith('//')) return false;
  const end = url.slice(start.length).search(/[/\\?#]/);
  const authority = end === -1 ? url.slice(start.length) : url.slice(start.length, start.length + end);
  return authority.length - (authority.lastIndexOf('@') + 1) > longestUrlHost;
}
