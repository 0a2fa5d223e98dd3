import type { Problem } from '#engine/core/problem.js';
import { STATUS_CODES } from '#gateway/core/node-http.js';
import { problemMediaType, problemMembers } from '#gateway/core/problem-document.js';
import { type ErrorFacts, gatewayFacts, patternOf, workflowFacts } from './error-facts.js';
import { mapValues, schemaReference } from './schemas.js';
import type { Example, JsonSchema, OperationObject, Reference, Response } from './types.js';

const errors = gatewayFacts;

/**
 * The error responses that several endpoints have, by name, with the errors that each may have. All errors of one
 * response have the same status. Those with 400 are described by their endpoints ({@link BadRequests}).
 */
const errorSets = {
  BadFraming: [errors['bad-framing']],
  ApiKeyRefused: [errors['missing-api-key'], errors['invalid-api-key'], errors['key-expired'], errors['key-disabled']],
  OperatorRefused: [errors['missing-admin-token'], errors['invalid-admin-token'], errors['session-ended']],
  SessionRefused: [errors['missing-session'], errors['session-ended']],
  SignInRefused: [errors['invalid-sign-in-link'], errors['invalid-admin-token']],
  LinkRefused: [errors['invalid-sign-in-link']],
  OriginRefused: [errors['origin-not-allowed']],
  OriginOrAccountRefused: [errors['origin-not-allowed'], errors['account-disabled']],
  OriginOrAddressRefused: [errors['origin-not-allowed'], errors['address-not-allowed']],
  OriginOrSessionRefused: [errors['origin-not-allowed'], errors['session-not-allowed'], errors['account-disabled']],
  HostOrOriginRefused: [errors['host-not-allowed'], errors['origin-not-allowed'], errors['address-not-allowed']],
  RunRefused: [errors['origin-not-allowed'], errors['address-not-allowed'], errors['operation-not-allowed']],
  OperationRefused: [
    errors['origin-not-allowed'],
    errors['address-not-allowed'],
    errors['pro-plan-required'],
    errors['operation-not-allowed'],
  ],
  NotFound: [errors['not-found']],
  MethodNotAllowed: [errors['method-not-allowed']],
  WorkflowChanged: [workflowFacts.changed, workflowFacts.gone],
  WorkflowExists: [workflowFacts.exists],
  RequestTimeout: [errors['body-timeout']],
  BodyTooLarge: [errors['body-too-large']],
  UnsupportedMedia: [errors['unsupported-content-type'], errors['unsupported-content-encoding']],
  RateLimited: [errors['rate-limited']],
  HeadersTooLarge: [errors['headers-too-large']],
  Internal: [errors['internal-error']],
  UnsupportedTransferEncoding: [errors['unsupported-transfer-encoding']],
  Busy: [errors['server-busy']],
  BusyOrStoreFailed: [errors['server-busy'], errors['store-failed']],
  BusyOrTimeLimit: [errors['server-busy'], errors['job-time-limit']],
  NotReady: [errors['not-ready'], errors['server-busy']],
} satisfies Readonly<Record<string, readonly ErrorFacts[]>>;

type BadRequestName = `Bad${string}`;

/** The responses with 400 of an endpoint, by name: the errors that the body or the query of a request can cause. */
export type BadRequests = Readonly<Record<BadRequestName, readonly ErrorFacts[]>>;

export type ErrorSetName = keyof typeof errorSets | BadRequestName;

/** Returns the entry of an error response: `RateLimited` gives `[429, { $ref }]`. */
export function errorResponse(name: ErrorSetName): readonly [status: number, Reference] {
  const status = isCommon(name) ? (errorSets[name][0]?.problem.status ?? 500) : 400;
  return [status, { $ref: `#/components/responses/${name}` }];
}

function isCommon(name: ErrorSetName): name is keyof typeof errorSets {
  return name in errorSets;
}

/** Returns the headers that a response may have; every response has `x-request-id`. */
export function headersOf(...names: readonly HeaderName[]): Record<string, Reference> {
  const all: HeaderName[] = ['x-request-id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const headers = {
  'x-request-id': {
    description: "The request's own x-request-id if it is valid, otherwise a new one; the log has the same id",
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry. Only with the error server-busy, never with 429.',
    schema: { type: 'integer' },
  },
  Allow: { description: 'The methods that the path has', schema: { type: 'string' } },
  Location: { description: 'Where to go', schema: { type: 'string' } },
  'Set-Cookie': { description: 'The cookie of the session', schema: { type: 'string' } },
  ETag: {
    description: 'The value for If-None-Match in the next request',
    schema: { type: 'string' },
  },
} as const;

type HeaderName = keyof typeof headers;

/**
 * Returns the error responses and the schemas of their bodies: `RateLimited` and `RateLimitedError`.
 *
 * @param badRequests - those of all endpoints.
 */
export function errorComponents(badRequests: BadRequests): {
  responses: Record<string, Response>;
  schemas: Record<string, JsonSchema>;
} {
  const { BadFraming, ...others } = errorSets;
  const own = mapValues(badRequests, (facts): readonly ErrorFacts[] => [...BadFraming, ...facts]);
  const sets = Object.entries({ BadFraming, ...own, ...others });
  return {
    responses: Object.fromEntries(sets.map(([name, facts]) => [name, describedResponse(name, facts)])),
    schemas: Object.fromEntries(sets.map(([name, facts]) => [`${name}Error`, errorSchema(name, facts)])),
  };
}

function describedResponse(name: string, facts: readonly ErrorFacts[]): Response {
  const status = facts[0]?.problem.status ?? 500;
  const list = facts.map(({ template, when }) => `- \`${template}\`: ${when}`);
  const header: HeaderName[] =
    status === 405 ? ['Allow'] : facts.includes(errors['server-busy']) ? ['Retry-After'] : [];
  return {
    description: `${STATUS_CODES[status]}\n\n${list.join('\n')}`,
    headers: headersOf(...header),
    content: {
      'application/json': { schema: schemaReference(`${name}Error`), examples: errorExamples(facts, plainBody) },
      [problemMediaType]: { schema: schemaReference('Problem'), examples: errorExamples(facts, problemBody) },
    },
  };
}

/** The Model Context Protocol reports errors in a message in its own format. */
function errorSchema(name: string, facts: readonly ErrorFacts[]): JsonSchema {
  const ours = bodySchema(facts);
  return name === 'BadMessage' ? { anyOf: [ours, schemaReference('AgentResponse')] } : ours;
}

function errorExamples(facts: readonly ErrorFacts[], body: (problem: Problem) => unknown): Record<string, Example> {
  const examples: Record<string, Example> = {};
  for (const { problem, when } of facts) {
    const isNamed = problem.code in examples;
    examples[isNamed ? `${problem.code}-2` : problem.code] = { summary: when, value: body(problem) };
  }
  return examples;
}

function plainBody({ sentence }: Problem): unknown {
  return { error: sentence };
}

function problemBody(problem: Problem): unknown {
  return problemMembers(problem, '4Qm0ZcY8vT1nB7wK2sDx');
}

/** Describes the one string of the body as exactly as possible. */
function bodySchema(facts: readonly ErrorFacts[]): JsonSchema {
  const templates = [...new Set(facts.map(({ template }) => template))];
  const varies = templates.some((template) => /\{\w+\}/.test(template));
  const error: JsonSchema = varies
    ? { type: 'string', pattern: `^(?:${templates.map(patternOf).join('|')})$` }
    : { type: 'string', enum: templates };
  return { type: 'object', required: ['error'], properties: { error: { ...error, description: 'What is wrong' } } };
}

/** Describes HEAD of an endpoint: the response to GET, without the body. */
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
    summary: `${summary}: only the head of the response`,
    responses: Object.fromEntries(bare),
  };
}
