import { isIP } from 'node:net';
import { memoizeAsync } from '#gateway/core/memoize-async.js';
import type { RequestHead } from '#gateway/server/http/head.js';
import { jsonType } from '#gateway/server/http/media.js';
import type { AgentServerOptions } from './agent-server.js';
import type { Envelope } from './envelope.js';
import type { TextEngine } from './tools/text-engine.js';

/** The response to a message of an agent. */
export interface AgentResponse {
  readonly status: number;
  /** '' for an empty body. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

type Serve = (request: Request, envelope: Envelope, engine: TextEngine) => Promise<Response>;

/**
 * `POST /mcp`: the Model Context Protocol over HTTP, without sessions. Every message gets its own server, and every
 * response is one JSON document. Both the protocol's revision of 2026-07-28 and those of 2025 are served.
 */
export class AgentEndpoint {
  readonly #options: AgentServerOptions;
  readonly #serve = memoizeAsync(() => this.#load());

  constructor(options: AgentServerOptions) {
    this.#options = options;
  }

  /**
   * @param head - of the request.
   * @param envelope - of the message. Batches are refused: they would be many operations for the price of one.
   */
  async respond(head: RequestHead, envelope: Envelope, engine: TextEngine): Promise<AgentResponse> {
    const serve = await this.#serve();
    const response = await serve(requestOf(head), envelope, engine);
    return {
      status: response.status,
      contentType: response.body === null ? '' : jsonType,
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }

  /** Loads the package of the protocol at the first message: most gateways never serve an agent. */
  async #load(): Promise<Serve> {
    const [protocol, { agentServerFactory }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./agent-server.js'),
    ]);
    const serverFor = agentServerFactory(this.#options);
    return async (request, { message, args }, engine) => {
      if (await protocol.isLegacyRequest(request, message)) {
        const transport = new protocol.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
        const server = serverFor(engine, args);
        await server.connect(transport);
        try {
          return await transport.handleRequest(request, { parsedBody: message });
        } finally {
          await server.close();
        }
      }
      // A subscription would stay open forever, and nothing changes here.
      const handler = protocol.createMcpHandler(() => serverFor(engine, args), {
        legacy: 'reject',
        maxSubscriptions: 0,
      });
      return handler.fetch(request, { parsedBody: message });
    };
  }
}

/**
 * The revisions of 2025 require every client to accept an event stream too. This server sends none, so a client that
 * accepts JSON is served.
 */
function accepted(accept: string): string {
  const takesJson =
    accept === '' || /(?:^|[,\s])(?:application\/json|application\/\*|\*\/\*)(?:[;,\s]|$)/i.test(accept);
  return takesJson ? 'application/json, text/event-stream' : accept;
}

/** Builds the request for the protocol's package: its body is already read. */
function requestOf({ contentType, accept, mcpProtocolVersion, mcpMethod, mcpName }: RequestHead): Request {
  const headers = new Headers({ 'content-type': contentType, accept: accepted(accept) });
  if (mcpProtocolVersion !== '') headers.set('mcp-protocol-version', mcpProtocolVersion);
  if (mcpMethod !== '') headers.set('mcp-method', mcpMethod);
  if (mcpName !== '') headers.set('mcp-name', mcpName);
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}

interface HostCheckParts {
  /** The address that the gateway listens on (HOST). */
  readonly listeningHost: string;
  /** The serialised origin for browsers (PUBLIC_URL), read for each request. */
  readonly publicUrl: () => string | undefined;
  /** Other names (MCP_HOSTS) in lower case, read for each request. */
  readonly names: () => readonly string[];
}

/**
 * Returns the check of the `Host` header of agents, on any port. It prevents DNS rebinding, where a page makes its own
 * name resolve to the gateway's address. An IP address is not a name, so it cannot be rebound. A client that is not a
 * browser can send any `Host`: this check protects users of browsers, not the gateway.
 *
 * Source: the protocol's rules on its transport over HTTP, "Security Warning".
 */
export function createHostCheck({ listeningHost, publicUrl, names }: HostCheckParts): (host: string) => boolean {
  const own = listeningHost.toLowerCase();
  return (host) => {
    const name = nameOf(host);
    if (name === undefined) return false;
    if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
    if (name === 'localhost' || name.endsWith('.localhost') || name === own) return true;
    const url = publicUrl();
    return (url !== undefined && name === new URL(url).hostname) || names().includes(name);
  };
}

/** Returns the host without port and trailing dot, in lower case; undefined if the header is invalid. */
function nameOf(host: string): string | undefined {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;
}
