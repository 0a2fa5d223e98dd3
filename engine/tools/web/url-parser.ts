import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { longestUrlHost, parseWhatwgUrl } from '../../text/urls/whatwg-url.js';

export default defineTool({
  slug: 'url-parser',
  title: 'Parse URLs',
  description: `Parses the URL on each line, as browsers do (WHATWG), and writes all parts, such as host, path and query parameters, as a JSON object on one line, or a single part. URLs must start with a scheme such as https:, and have a host of at most ${longestUrlHost} characters.`,
  config: Type.Object({
    part: Type.Enum(
      ['all', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'path', 'query', 'hash'],
      {
        default: 'all',
        description:
          'What to write: all parts as JSON, or one of them without its delimiter (: ? #). host includes the port, hostname does not; a part that a URL lacks is empty',
      },
    ),
    invalid: invalidLines('is not a URL'),
  }),
  examples: [
    {
      input: 'https://ada:pw@Example.com:8080/a%20b?x=1&y=&x=2#top',
      output:
        '{"href":"https://ada:pw@example.com:8080/a%20b?x=1&y=&x=2#top","origin":"https://example.com:8080","protocol":"https","username":"ada","password":"pw","host":"example.com:8080","hostname":"example.com","port":"8080","path":"/a%20b","query":"x=1&y=&x=2","hash":"top","params":{"x":["1","2"],"y":""}}',
    },
    {
      input: 'https://www.example.com/docs?page=2\nhttp://[2001:DB8::1]:80/\nmailto:ada@example.com\n',
      config: { part: 'hostname' },
      output: 'www.example.com\n[2001:db8::1]\n\n',
    },
    {
      input: 'example.com\nhttps://münchen.example/%7Eada?q=b%C3%BCcher+tee',
      config: { part: 'query', invalid: 'keep' },
      output: 'example.com\nq=b%C3%BCcher+tee',
    },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { part, invalid }, limit) {
    const convert = (line: string) => {
      const parts = parseUrl(line);
      if (parts === undefined) return new LineProblem(reason);
      if (part === 'all') return parts.json();
      return parts[part];
    };
    const reason = 'not a URL that can be parsed; it needs a scheme and a valid host, as in https://example.com';
    return convertLines(input, { convert, invalid }, limit);
  },
});

/** The parts of a URL in the form of browsers, without their delimiters. Absent ones are empty. */
interface UrlParts {
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
function parseUrl(text: string): UrlParts | undefined {
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
