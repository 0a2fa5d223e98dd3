import type { OpenApiDocument, OperationObject, SecurityScheme } from '../openapi/types.js';
import { curlText } from './curl-text.js';

/** A method of a path. */
export interface Endpoint {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
  /** Whether the path supports HEAD too. */
  readonly hasHead: boolean;
}

/**
 * Returns a command that sends a request to an endpoint, with its first example.
 *
 * @param server - the origin of the gateway, in double quotes.
 */
export function curlCommand({ path, method, operation }: Endpoint, document: OpenApiDocument, server: string): string {
  const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  // The first alternative is enough.
  const [requirement = {}] = operation.security ?? [];
  const headers = Object.keys(requirement).map((name) => {
    const scheme = document.components.securitySchemes[name];
    return `${scheme && secretHeader(scheme)}: ${name === 'apiKey' ? '$KEY' : '$TOKEN'}`;
  });
  const options = method === 'GET' || (method === 'POST' && example !== undefined) ? [] : [`-X ${method}`];
  return curlText({ options, address: `"${server}${filled(path, operation)}"`, headers, body: example?.value });
}

/** Returns the header that carries a secret, with the text before it. */
export function secretHeader(scheme: SecurityScheme): string {
  return scheme.type === 'apiKey' ? scheme.name : 'Authorization: Bearer';
}

/** Identifiers of keys and accounts are the reader's own. */
function filled(path: string, { parameters = [] }: Endpoint['operation']): string {
  const slug = parameters.find(({ name }) => name === 'slug')?.example;
  return path.replace('{slug}', String(slug)).replace('{id}', '$ID');
}
