/** The validated framing of a request: how its body ends. */
export type Framing =
  | { readonly kind: 'bad' | 'unsupported-transfer-encoding' | 'none' | 'chunked' }
  | { readonly kind: 'length' /** Bytes. */; readonly length: number };

const bad: Framing = { kind: 'bad' };
const unsupported: Framing = { kind: 'unsupported-transfer-encoding' };
const none: Framing = { kind: 'none' };
const chunked: Framing = { kind: 'chunked' };

/**
 * The head of a request: the header fields that Textmill reads ('' where absent) and its framing.
 *
 * A repeated field has all values, joined by `, ` (RFC 9110 section 5.3); for a field with one value the result is
 * invalid.
 */
export class RequestHead {
  host = '';
  apiKey = '';
  adminToken = '';
  authorization = '';
  origin = '';
  contentType = '';
  contentEncoding = '';
  requestId = '';
  forwardedFor = '';
  ifMatch = '';
  ifNoneMatch = '';
  acceptEncoding = '';
  accept = '';
  mcpProtocolVersion = '';
  mcpMethod = '';
  mcpName = '';
  cookie = '';
  secFetchSite = '';
  userAgent = '';
  sessionId = '';
  #hosts = 0;
  #contentLengths = 0;
  #contentLength = '';
  #transferEncodings = 0;
  #transferEncoding = '';

  /** Adds the fields of a request whose library hands them over one by one, with names in lower case. */
  addAll(fields: { forEach(each: (name: string, value: string) => void): void }): void {
    filled = this;
    fields.forEach(addField);
  }

  /** Adds one header field; the name in lower case. */
  add(name: string, value: string): void {
    switch (name) {
      case 'host':
        this.#hosts++;
        this.host = value;
        break;
      case 'content-length':
        this.#contentLengths++;
        this.#contentLength = value;
        break;
      case 'transfer-encoding':
        this.#transferEncodings++;
        this.#transferEncoding = value;
        break;
      case 'x-api-key':
        this.apiKey = joined(this.apiKey, value);
        break;
      case 'x-admin-token':
        this.adminToken = joined(this.adminToken, value);
        break;
      case 'authorization':
        this.authorization = joined(this.authorization, value);
        break;
      case 'origin':
        this.origin = joined(this.origin, value);
        break;
      case 'content-type':
        this.contentType = joined(this.contentType, value);
        break;
      case 'content-encoding':
        this.contentEncoding = joined(this.contentEncoding, value);
        break;
      case 'x-request-id':
        this.requestId = joined(this.requestId, value);
        break;
      case 'x-forwarded-for':
        this.forwardedFor = joined(this.forwardedFor, value);
        break;
      case 'if-match':
        this.ifMatch = joined(this.ifMatch, value);
        break;
      case 'if-none-match':
        this.ifNoneMatch = joined(this.ifNoneMatch, value);
        break;
      case 'accept-encoding':
        this.acceptEncoding = joined(this.acceptEncoding, value);
        break;
      case 'accept':
        this.accept = joined(this.accept, value);
        break;
      case 'mcp-protocol-version':
        this.mcpProtocolVersion = joined(this.mcpProtocolVersion, value);
        break;
      case 'mcp-method':
        this.mcpMethod = joined(this.mcpMethod, value);
        break;
      case 'mcp-name':
        this.mcpName = joined(this.mcpName, value);
        break;
      case 'cookie':
        // Proxies may divide it (RFC 9113 section 8.2.3).
        this.cookie = joined(this.cookie, value, '; ');
        break;
      case 'sec-fetch-site':
        this.secFetchSite = joined(this.secFetchSite, value);
        break;
      case 'user-agent':
        this.userAgent = joined(this.userAgent, value);
        break;
      case 'x-session-id':
        this.sessionId = joined(this.sessionId, value);
        break;
    }
  }

  /**
   * Validates the request line and the framing: a method that is a token, and a path in origin form, the only one for a
   * server that is not a proxy (RFC 9112 section 3.2.1); exactly one valid Host; one Content-Length of up to nine digits,
   * or `Transfer-Encoding: chunked`, or neither, never both (RFC 9112 sections 3.2, 6.1, 6.3). Anything else is refused,
   * because two parties that disagree on where a request ends allow request smuggling.
   */
  framing(method: string, path: string): Framing {
    if (!isMethod(method) || !isOriginForm(path)) return bad;
    if (this.#hosts !== 1 || !isHost(this.host)) return bad;
    if (this.#contentLengths > 1 || this.#transferEncodings > 1) return bad;
    if (this.#transferEncodings === 1) {
      if (this.#contentLengths === 1) return bad;
      return this.#transferEncoding === 'chunked' ? chunked : unsupported;
    }
    if (this.#contentLengths === 0) return none;
    const length = decimalLength(this.#contentLength);
    if (length === -1) return bad;
    return length === 0 ? none : { kind: 'length', length };
  }
}

/** Which {@link addField} adds to: one function for all requests. */
let filled: RequestHead;
const addField = (name: string, value: string): void => filled.add(name, value);

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** A path of RFC 3986, and the few other visible characters that clients send unescaped; no fragment. */
const originForm = /^\/[!"$-~]*$/;
/** Most requests have the path of the one before. */
let lastPath = '/';

function isMethod(method: string): boolean {
  return method === 'POST' || method === 'GET' || token.test(method);
}

function isOriginForm(path: string): boolean {
  if (path === lastPath) return true;
  if (!originForm.test(path)) return false;
  lastPath = path;
  return true;
}

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port (RFC 3986 section 3.2.2). */
const hostAndPort = /^(?:\[[\w:.%~-]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/;
/** Nearly all requests have the same one. */
let lastHost = '';

function isHost(host: string): boolean {
  if (host === lastHost && host !== '') return true;
  if (!hostAndPort.test(host)) return false;
  lastHost = host;
  return true;
}

/** Parses one to nine digits; returns -1 for any other text. */
function decimalLength(text: string): number {
  if (text.length === 0 || text.length > 9) return -1;
  let number = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * Whether a response must close its connection.
 *
 * It must if the body has not arrived: a proxy may take a response for the end of its request, drop the rest of the
 * body, and send another client's request on the connection, which would be read as that rest. HAProxy 2.6 does so with
 * HTTP/2 clients. It must also after a chunked body, because uWebSockets.js accepts malformed line endings in one, and
 * after a request whose end is unknown.
 */
export function mustClose({ kind }: Framing, bodyComplete: boolean): boolean {
  return kind !== 'none' && (kind !== 'length' || !bodyComplete);
}

function joined(first: string, second: string, separator = ', '): string {
  return first === '' ? second : first + separator + second;
}
