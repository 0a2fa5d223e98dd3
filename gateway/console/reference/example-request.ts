import type {
  Example,
  MediaType,
  OpenApiDocument,
  OperationObject,
  Response,
  SecurityScheme,
} from '#gateway/server/endpoints/openapi/types.js';
import { resolved } from './fields.js';

/** A method of a path. */
export interface Endpoint {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
  /** Whether the path supports HEAD too. */
  readonly hasHead: boolean;
}

/** A value that the reader of an example has in an environment variable. */
export interface Variable {
  readonly variable: string;
}

/** A request in the examples of all languages. */
export interface ExampleRequest {
  readonly method: string;
  /** The parts of the address. */
  readonly address: readonly (string | Variable)[];
  /** The header with the key or the token. */
  readonly secret: { readonly header: string; readonly prefix: string; readonly variable: 'KEY' | 'TOKEN' } | undefined;
  /** Sent as JSON; undefined for none. */
  readonly body: unknown;
  /** Whether the response is JSON. */
  readonly isJson: boolean;
}

/** Whether a request needs the cookie of a session, which only pages of the gateway have. */
export function isForSessionsOnly({ security = [] }: OperationObject, { components }: OpenApiDocument): boolean {
  const names = security.flatMap((requirement) => Object.keys(requirement));
  const schemes = names.map((name) => components.securitySchemes[name]);
  return schemes.length > 0 && schemes.every((scheme) => scheme?.type === 'apiKey' && scheme.in === 'cookie');
}

/**
 * Whether programs other than pages of the gateway can use an endpoint, so that examples in code make sense: not one that
 * needs a session, or for signing in.
 */
export function hasCodeExamples({ method, path, operation }: Endpoint, document: OpenApiDocument): boolean {
  return method !== 'OPTIONS' && !/^\/sign-in\b/.test(path) && !isForSessionsOnly(operation, document);
}

/** Returns the request of an endpoint's first example. */
export function exampleRequest(endpoint: Endpoint, document: OpenApiDocument, server: string): ExampleRequest {
  const { path, method, operation } = endpoint;
  return {
    method,
    address: addressOf(server, path, operation),
    secret: secretOf(operation, document),
    body: firstExample(operation.requestBody?.content)?.value,
    isJson: successOf(operation, document).content?.['application/json'] !== undefined,
  };
}

/** Returns the first successful response. */
export function successOf({ responses }: OperationObject, document: OpenApiDocument): Response {
  const [response] =
    Object.entries(responses)
      .find(([status]) => status < '400')
      ?.slice(1) ?? [];
  if (typeof response !== 'object') throw new Error('The operation has no successful response');
  return resolved(response, document) as Response;
}

/** Returns the first example of a JSON body. */
export function firstExample(content: Readonly<Record<string, MediaType>> = {}): Example | undefined {
  return Object.values(content['application/json']?.examples ?? {})[0];
}

/** Returns the header of a secret, and what stands before the secret in it. */
export function secretHeader(scheme: SecurityScheme): { readonly header: string; readonly prefix: string } {
  if (scheme.type !== 'apiKey') return { header: 'Authorization', prefix: 'Bearer ' };
  return scheme.in === 'cookie' ? { header: 'Cookie', prefix: `${scheme.name}=` } : { header: scheme.name, prefix: '' };
}

function secretOf({ security = [] }: OperationObject, { components }: OpenApiDocument): ExampleRequest['secret'] {
  // The first alternative is enough.
  const [name] = Object.keys(security[0] ?? {});
  const scheme = name === undefined ? undefined : components.securitySchemes[name];
  return scheme && { ...secretHeader(scheme), variable: name === 'adminToken' ? 'TOKEN' : 'KEY' };
}

/** Parameters have their example; identifiers of keys and accounts are the reader's own. */
function addressOf(server: string, path: string, { parameters = [] }: OperationObject): ExampleRequest['address'] {
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    if (/id$/i.test(part)) return { variable: 'ID' };
    return String(parameters.find(({ name }) => name === part)?.example);
  });
  return [server, ...parts].filter((part) => part !== '');
}
