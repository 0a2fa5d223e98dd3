import type { OpenApiDocument } from '../openapi/types.js';
import { curlText } from './curl-text.js';
import type { Endpoint } from './reference-endpoint.js';

/** Where a service listens if nobody says otherwise. */
const server = 'http://127.0.0.1:8080';

/** A command that sends a request to an endpoint, with its first example. */
export function curlCommand({ path, method, operation }: Endpoint, document: OpenApiDocument): string {
  const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  const schemes = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
  const headers = schemes.map((scheme) => {
    const header = document.components.securitySchemes[scheme]?.name ?? '';
    return `${header}: ${scheme === 'apiKey' ? '$KEY' : '$TOKEN'}`;
  });
  const options = method === 'GET' || (method === 'POST' && example !== undefined) ? [] : [`-X ${method}`];
  return curlText({ options, address: address(path, operation), headers, body: example?.value });
}

/** Identifiers of keys and accounts are the reader's own. */
function address(path: string, { parameters = [] }: Endpoint['operation']): string {
  const slug = parameters.find(({ name }) => name === 'slug')?.example;
  const filled = path.replace('{slug}', String(slug)).replace('{id}', '$ID');
  return filled.includes('$') ? `"${server}${filled}"` : `${server}${filled}`;
}
