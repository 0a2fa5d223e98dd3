import { STATUS_CODES } from 'node:http';
import { accountQueryErrors, bodyErrors, keyQueryErrors, newKeyErrors } from './bad-requests.js';
import { badRequest, type ErrorFacts, gatewayErrors, patternOf } from './error-facts.js';
import { schemaReference } from './schemas.js';
import type { Example, JsonSchema, OperationObject, Reference, Response } from './types.js';

const errors = gatewayErrors;
const notReady: ErrorFacts = {
  ...badRequest('Not ready', 'the service starts or stops: send requests elsewhere'),
  status: 503,
};

/** The error answers of the endpoints by name: what each may say. All of one answer have the same status. */
const errorSets = {
  BadFraming: [errors.badFraming],
  BadRun: [errors.badFraming, ...bodyErrors('run')],
  BadSanitize: [errors.badFraming, ...bodyErrors('sanitize')],
  BadSortDedupe: [errors.badFraming, ...bodyErrors('sort-dedupe')],
  BadMessage: [errors.badFraming, ...bodyErrors('agents')],
  BadNewKey: [errors.badFraming, ...bodyErrors('administration'), ...newKeyErrors],
  BadKeyChange: [errors.badFraming, ...bodyErrors('administration')],
  BadKeyQuery: [errors.badFraming, ...keyQueryErrors],
  BadAccountQuery: [errors.badFraming, ...accountQueryErrors],
  ApiKeyRefused: [errors.missingApiKey, errors.invalidApiKey],
  AdminTokenRefused: [errors.missingAdminToken, errors.invalidAdminToken],
  OriginRefused: [errors.originNotAllowed],
  HostOrOriginRefused: [errors.hostNotAllowed, errors.originNotAllowed],
  OriginOrPlanRefused: [errors.originNotAllowed, errors.proPlanRequired],
  NotFound: [errors.notFound],
  MethodNotAllowed: [errors.methodNotAllowed],
  RequestTimeout: [errors.bodyTimeout],
  BodyTooLarge: [errors.bodyTooLarge],
  UnsupportedMedia: [errors.notJson, errors.contentEncoding],
  RateLimited: [errors.rateLimited],
  HeadersTooLarge: [errors.headersTooLarge],
  Internal: [errors.internal],
  UnsupportedTransferEncoding: [errors.unsupportedTransferEncoding],
  Busy: [errors.busy],
  BusyOrStoreFailed: [errors.busy, errors.storeFailed],
  BusyOrTimeLimit: [errors.busy, errors.timeLimit],
  NotReady: [notReady, errors.busy],
} satisfies Readonly<Record<string, readonly ErrorFacts[]>>;

export type ErrorSetName = keyof typeof errorSets;

/** `RateLimited` → its entry under responses: `[429, { $ref }]`. */
export function errorResponse(name: ErrorSetName): readonly [status: number, Reference] {
  return [errorSets[name][0]?.status ?? 500, { $ref: `#/components/responses/${name}` }];
}

/** The headers that an answer of a status may have; `x-request-id` is on all of them. */
export function headersOf(...names: readonly HeaderName[]): Record<string, Reference> {
  const all: HeaderName[] = ['x-request-id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const headers = {
  'x-request-id': {
    description: "The request's own x-request-id if it is sane, or a new one: what the log calls the request",
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which to try again. With `Server busy` only, never with 429.',
    schema: { type: 'integer' },
  },
  Allow: { description: 'The methods that the path has', schema: { type: 'string' } },
  Location: { description: 'Where to go', schema: { type: 'string' } },
  ETag: {
    description: 'What to send as If-None-Match the next time',
    schema: { type: 'string' },
  },
} as const;

type HeaderName = keyof typeof headers;

/** The error answers, and the schemas of their bodies: `RateLimited` and `RateLimitedError`. */
export function errorComponents(): { responses: Record<string, Response>; schemas: Record<string, JsonSchema> } {
  const sets = Object.entries(errorSets);
  return {
    responses: Object.fromEntries(sets.map(([name, facts]) => [name, describedResponse(name, facts)])),
    schemas: Object.fromEntries(sets.map(([name, facts]) => [`${name}Error`, errorSchema(name, facts)])),
  };
}

function describedResponse(name: string, facts: readonly ErrorFacts[]): Response {
  const status = facts[0]?.status ?? 500;
  const list = facts.map(({ template, when }) => `- \`${template}\`: ${when}`);
  const header: HeaderName[] = status === 405 ? ['Allow'] : facts.includes(errors.busy) ? ['Retry-After'] : [];
  return {
    description: `${STATUS_CODES[status]}\n\n${list.join('\n')}`,
    headers: headersOf(...header),
    content: { 'application/json': { schema: schemaReference(`${name}Error`), examples: messageExamples(facts) } },
  };
}

/** What the Model Context Protocol finds wrong with a message it says in its own form. */
function errorSchema(name: string, facts: readonly ErrorFacts[]): JsonSchema {
  const ours = bodySchema(facts);
  return name === 'BadMessage' ? { anyOf: [ours, schemaReference('AgentAnswer')] } : ours;
}

function messageExamples(facts: readonly ErrorFacts[]): Record<string, Example> {
  return Object.fromEntries(
    facts.map(({ template, example, when }) => [
      template
        .toLowerCase()
        .match(/[a-z0-9]+/g)
        ?.join('-') ?? '',
      { summary: when, value: { error: example } },
    ]),
  );
}

/** One string, of which all is said that can be. */
function bodySchema(facts: readonly ErrorFacts[]): JsonSchema {
  const templates = [...new Set(facts.map(({ template }) => template))];
  const varies = templates.some((template) => /\{\w+\}/.test(template));
  const error: JsonSchema = varies
    ? { type: 'string', pattern: `^(?:${templates.map(patternOf).join('|')})$` }
    : { type: 'string', enum: templates };
  return { type: 'object', required: ['error'], properties: { error: { ...error, description: 'What is wrong' } } };
}

/** HEAD of an endpoint: what GET answers, without the body. */
export function headOf(
  get: OperationObject,
  operationId: string,
  responses: Record<string, Response>,
): OperationObject {
  const bare = Object.entries(get.responses).map(([status, response]) => {
    const { description, headers: fields } =
      '$ref' in response ? (responses[response.$ref.split('/').at(-1) ?? ''] ?? { description: '' }) : response;
    return [status, { description, ...(fields && { headers: fields }) }] as const;
  });
  const { description: _, summary, ...rest } = get;
  return {
    ...rest,
    operationId,
    summary: `${summary}: the head of the answer alone`,
    responses: Object.fromEntries(bare),
  };
}
