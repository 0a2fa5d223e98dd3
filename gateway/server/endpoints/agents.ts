import { AgentExchange } from '#gateway/mcp/agent-exchange.js';
import type { Endpoint } from './endpoint.js';

/** `POST /mcp`: the Model Context Protocol over HTTP. */
export const agentEndpoint: Endpoint = {
  access: 'operation',
  path: '/mcp',
  label: 'mcp',
  takes: 'messages',
  // The request of a message is not known yet.
  isOnFreePlan: true,
  isHostAllowed: (host, { isHostForAgents }) => isHostForAgents(host),
  // The fields of the protocol's HTTP transport.
  grantedHeaders:
    'Content-Type, x-api-key, Authorization, Accept, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  methods: { POST: (request, services) => new AgentExchange(request, services.agents, services) },
  describe: ({
    apiKeyRequired,
    encodings,
    emptyResponse,
    example,
    jsonBody,
    jsonResponse,
    keyPreflight,
    responses,
  }) => ({
    post: {
      operationId: 'sendAgentMessage',
      tags: ['Agents'],
      summary: 'One message of the Model Context Protocol',
      description:
        'Streamable HTTP without sessions or streams: one JSON-RPC message in, one JSON document out. Agents can call ' +
        'what `tools/list` returns. Supports the revision 2026-07-28 of the protocol and those of 2025. A message that ' +
        'runs no operation does not count against the daily quota.',
      security: apiKeyRequired,
      parameters: encodings,
      requestBody: jsonBody(
        'AgentMessage',
        example('List the callable tools', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      ),
      responses: responses(
        'limited',
        {
          200: jsonResponse('The response, which may be an error of the protocol or of a tool', 'AgentResponse'),
          202: emptyResponse('A notification was accepted'),
          404: jsonResponse('The protocol has no such method', 'AgentResponse'),
          406: jsonResponse('Accept does not allow JSON', 'AgentResponse'),
        },
        'BadMessage',
        'ApiKeyRefused',
        'HostOrOriginRefused',
        'RequestTimeout',
        'BodyTooLarge',
        'UnsupportedMedia',
      ),
    },
    options: keyPreflight(
      'preflightAgentMessage',
      'Agents',
      "As for the operations; the protocol's own header fields are also allowed.",
    ),
  }),
  badRequests: ({ jsonErrors, unpackErrors }) => ({ BadMessage: [...unpackErrors, ...jsonErrors] }),
  schemas: ({ objectOf, text }) => ({
    AgentMessage: objectOf(
      {
        jsonrpc: { type: 'string', const: '2.0' },
        id: { type: ['string', 'number'], description: 'Absent in a notification' },
        method: { type: 'string', description: 'Such as tools/list or tools/call' },
        params: { type: 'object', additionalProperties: true, description: 'As the protocol has it' },
      },
      { optional: ['id', 'params'], description: 'JSON-RPC 2.0' },
    ),
    AgentResponse: objectOf(
      {
        jsonrpc: { type: 'string', const: '2.0' },
        id: { type: ['string', 'number', 'null'], description: 'The id of the message' },
        result: { type: 'object', additionalProperties: true, description: 'As the protocol has it' },
        error: objectOf(
          {
            code: { type: 'integer', description: 'A code of JSON-RPC or the protocol' },
            message: text('What is wrong'),
            data: { description: 'More about it' },
          },
          { optional: ['data'], description: 'Instead of a result' },
        ),
      },
      { optional: ['id', 'result', 'error'], description: 'JSON-RPC 2.0' },
    ),
  }),
};
