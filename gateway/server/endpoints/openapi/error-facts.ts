import type { Problem } from '#engine/core/problem.js';
import { gatewayProblem, type HttpErrorCode, httpErrors } from '#gateway/core/errors.js';

/** An error that a response may have. */
export interface ErrorFacts {
  /** An example. */
  readonly problem: Problem;
  /** The message; varying parts are in braces, with the names of {@link placeholders}. */
  readonly template: string;
  /** When the error occurs, as the end of a sentence. */
  readonly when: string;
}

/** The values that a varying part of a message can have, as a regular expression. */
const placeholders: Readonly<Record<string, string>> = {
  count: '\\d+',
  maximum: '\\d+',
  milliseconds: '\\d+',
  megabytes: '\\d+',
  position: '\\d+',
  // An existing name has letters, digits and dashes.
  tool: '[a-z0-9-]+',
  // The start of the user's input, and an ellipsis if it was longer.
  name: '[\\s\\S]{0,101}',
  field: '[\\s\\S]{1,1000}',
  requirement: '[\\s\\S]{1,2000}',
  reason: '[\\s\\S]{1,1001}',
};

/** Returns the regular expression that messages of a template match, without anchors. */
export function patternOf(template: string): string {
  return template
    .split(/(\{\w+\})/)
    .map((part) => placeholders[part.slice(1, -1)] ?? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('');
}

/** @param problem - an example; its message is also the template if no part varies. */
export function facts(problem: Problem, when: string, template = problem.sentence): ErrorFacts {
  return { problem, template, when };
}

/** Says when the gateway responds with each of its errors. The compiler demands an entry for a new error. */
const occasions: Readonly<Record<HttpErrorCode, string>> = {
  'bad-framing': 'the head of the request is malformed, or the length of the body is ambiguous; the connection closes',
  'headers-too-large':
    'there are too many header fields, or they are too long; the connection closes, and over uWebSockets.js the response has no body',
  'unsupported-transfer-encoding': 'the Transfer-Encoding is not chunked; the connection closes',
  'not-found': 'the path does not exist',
  'method-not-allowed': 'the path does not support the method: see Allow',
  'rate-limited': 'a burst limit or the daily quota is exceeded; there is no Retry-After, but GET /v1/usage says which',
  'missing-api-key': 'x-api-key and Authorization: Bearer are missing or empty',
  'invalid-api-key': 'the API key is unknown, expired or revoked, or the two header fields have different keys',
  'key-expired': 'the API key has expired, as it was limited; the sentence does not tell',
  'key-disabled': 'the API key or its account is disabled; the sentence does not tell',
  'missing-admin-token': 'there is neither an x-admin-token nor a session',
  'invalid-admin-token': 'the admin token is wrong',
  'missing-session': 'the endpoint needs a session, and there is no cookie of one',
  'session-ended': 'the session was ended or has expired: after 12 hours without a request, or after 30 days',
  'invalid-sign-in-link': 'the link is unknown, expired or used: each signs in once',
  'session-not-allowed': "the endpoint is for operators and the session an owner's, or the other way round",
  'host-not-allowed': 'the Host of a request to /mcp is not in PUBLIC_URL or MCP_HOSTS',
  'origin-not-allowed':
    "the browser origin is not on the key's allowlist; or the request has a session, and does not come from a page of the gateway itself",
  'address-not-allowed':
    'the key may be used only from some networks, and the address of the client is in none of them',
  'operation-not-allowed': 'the key is limited to other operations',
  'account-disabled': 'the session is that of the owner of an account that the operator has disabled',
  'pro-plan-required': 'the key has the free plan, which includes only run',
  'unsupported-content-type':
    'the Content-Type is missing or not application/json; parameters such as charset=utf-8 are allowed',
  'unsupported-content-encoding':
    'the body has another Content-Encoding than gzip, br and zstd, or several; requests of operators and owners must have none',
  'invalid-content-encoding':
    'the body is cut off or damaged, its checksum is wrong, or something follows its end (several gzip members or zstd frames are one body)',
  'body-too-large':
    'the body, unpacked if it is compressed, is longer than MAX_BODY_BYTES (8 MiB by default), or longer than 64 KiB in requests of operators and owners (256 KiB for a workflow), or at ' +
    '/mcp longer than 4 MiB, has more than 2,000 members or 100,000 values, or much around the arguments of its call',
  'body-timeout': 'the body did not arrive in time; the connection closes',
  'internal-error': 'an error in the service; its log has the details under the x-request-id',
  'server-busy': 'the queue is full, or the service is stopping: retry, here or on another instance',
  'not-ready': 'the service is starting or stopping: send requests to another instance',
  'store-failed':
    'the database cannot be written or read, for example because the disk is full, or a file of it is damaged, deleted or ' +
    'moved: a change was not stored, or, if that or a broken connection to PostgreSQL came in between, may have been: look ' +
    'before you send it again',
  'job-time-limit': 'the job ran for too long',
};

/** The gateway's errors by code. */
export const gatewayFacts: Readonly<Record<HttpErrorCode, ErrorFacts>> = Object.fromEntries(
  Object.entries(httpErrors).map(([code, problem]) => [code, facts(problem, occasions[code as HttpErrorCode])]),
) as Record<HttpErrorCode, ErrorFacts>;

/** The errors of changes of stored workflows that somebody else has changed, which have details. */
export const workflowFacts = {
  changed: facts(
    gatewayProblem('workflow-changed', { version: 4, etag: '4-wfl_Hd2kQx9LmR4vTn8Wc3B0' }),
    'the newest version is not the one that If-Match names; or there is one, and If-None-Match is *',
    'The workflow has changed: version {count} is the newest',
  ),
  gone: facts(
    gatewayProblem('workflow-changed', { version: null, etag: null }),
    'If-Match names a workflow that does not exist',
  ),
  exists: facts(
    gatewayProblem('workflow-exists', { version: 3, etag: '3-wfl_Hd2kQx9LmR4vTn8Wc3B0' }),
    'the workflow would be replaced, and the request has no If-Match',
    'The workflow exists: send If-Match with the ETag of version {count} to replace it',
  ),
} satisfies Readonly<Record<string, ErrorFacts>>;
