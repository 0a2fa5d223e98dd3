import type { OperationObject, PathItem } from '../types.js';
import { apiKeyRequired, emptyResponse, example, jsonBody, jsonResponse, responses } from './common.js';

/** The Model Context Protocol over HTTP. */
export function agentPaths(): Record<string, PathItem> {
  return { '/mcp': { post, options } };
}

const post: OperationObject = {
  operationId: 'sendAgentMessage',
  tags: ['Agents'],
  summary: 'One message of the Model Context Protocol',
  description:
    'Streamable HTTP without sessions or streams: one JSON-RPC message in, one JSON document out. What agents can call ' +
    'is what `tools/list` answers. The revision 2026-07-28 of the protocol and those of 2025 are served. A message that ' +
    'runs no operation does not count against the daily quota.',
  security: apiKeyRequired,
  requestBody: jsonBody(
    'AgentMessage',
    example('What can be called', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  ),
  responses: responses(
    'limited',
    {
      200: jsonResponse('The answer, which may be an error of the protocol or of a tool', 'AgentAnswer'),
      202: emptyResponse('A notification has been taken'),
      404: jsonResponse('The protocol has no such method', 'AgentAnswer'),
      406: jsonResponse('Accept allows no JSON', 'AgentAnswer'),
    },
    'BadMessage',
    'ApiKeyRefused',
    'HostOrOriginRefused',
    'RequestTimeout',
    'BodyTooLarge',
    'UnsupportedMedia',
  ),
};

const options: OperationObject = {
  operationId: 'preflightAgentMessage',
  tags: ['Agents'],
  summary: 'Preflight of a browser',
  description: "As for the operations; the protocol's own header fields are allowed besides.",
  security: [],
  responses: responses(
    'limited',
    { 204: emptyResponse('The origin may send requests, as the `Access-Control-…` fields say') },
    'OriginRefused',
  ),
};
