import type { RequestHead } from '../http/head.js';
import { jsonType } from '../http/media.js';
import type { AgentServerOptions } from './agent-server.js';
import type { TextEngine } from './tools/text-engine.js';

/** What a message of an agent is answered with. */
export interface AgentReply {
  readonly status: number;
  /** '' if there is no body. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

type Serve = (request: Request, message: object, engine: TextEngine) => Promise<Response>;

/**
 * `POST /mcp`: the Model Context Protocol over HTTP, without sessions. Every message has a server of its own, and every
 * answer is one JSON document. Both the protocol's revision of 2026-07-28 and those of 2025 are served.
 */
export class AgentEndpoint {
  readonly #options: AgentServerOptions;
  #serve: Promise<Serve> | undefined;

  constructor(options: AgentServerOptions) {
    this.#options = options;
  }

  /**
   * @param head - of the request that the message came with.
   * @param message - JSON-RPC, not checked yet. No batch: that would be many operations for the price of one.
   */
  async answer(head: RequestHead, message: object, engine: TextEngine): Promise<AgentReply> {
    this.#serve ??= this.#load();
    const serve = await this.#serve;
    const response = await serve(requestOf(head), message, engine);
    return {
      status: response.status,
      contentType: response.body === null ? '' : jsonType,
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }

  /** Most gateways never meet an agent: the protocol's package is loaded when the first comes. */
  async #load(): Promise<Serve> {
    const [protocol, { agentServerFactory }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./agent-server.js'),
    ]);
    const serverFor = agentServerFactory(this.#options);
    return async (request, message, engine) => {
      if (await protocol.isLegacyRequest(request, message)) {
        const transport = new protocol.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
        const server = serverFor(engine);
        await server.connect(transport);
        try {
          return await transport.handleRequest(request, { parsedBody: message });
        } finally {
          await server.close();
        }
      }
      // A stream of changes would be open for ever, and nothing changes here.
      const handler = protocol.createMcpHandler(() => serverFor(engine), { legacy: 'reject', maxSubscriptions: 0 });
      return handler.fetch(request, { parsedBody: message });
    };
  }
}

/**
 * The revisions of 2025 want every client to take a stream of events as well. There is none here, so that whoever takes
 * JSON is served.
 */
function accepted(accept: string): string {
  const takesJson =
    accept === '' || /(?:^|[,\s])(?:application\/json|application\/\*|\*\/\*)(?:[;,\s]|$)/i.test(accept);
  return takesJson ? 'application/json, text/event-stream' : accept;
}

/** The request as the protocol's package wants it: its body has been read. */
function requestOf({ contentType, accept, mcpProtocolVersion, mcpMethod, mcpName }: RequestHead): Request {
  const headers = new Headers({ 'content-type': contentType, accept: accepted(accept) });
  if (mcpProtocolVersion !== '') headers.set('mcp-protocol-version', mcpProtocolVersion);
  if (mcpMethod !== '') headers.set('mcp-method', mcpMethod);
  if (mcpName !== '') headers.set('mcp-name', mcpName);
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}
