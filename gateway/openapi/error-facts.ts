import type { Problem } from '../../engine/core/problem.js';
import { type HttpErrorCode, httpErrors } from '../core/errors.js';

/** An error that a response may carry. */
export interface ErrorFacts {
  /** One occurrence, whole. */
  readonly problem: Problem;
  /** The sentence; parts that vary stand in braces by the names of {@link placeholders}. */
  readonly template: string;
  /** When it is answered: the end of a sentence. */
  readonly when: string;
}

/** What can stand in the place of a varying part of a message, as a regular expression. */
const placeholders: Readonly<Record<string, string>> = {
  count: '\\d+',
  maximum: '\\d+',
  milliseconds: '\\d+',
  megabytes: '\\d+',
  position: '\\d+',
  // Of letters, digits and dashes where it exists.
  tool: '[a-z0-9-]+',
  // The beginning of what the user wrote, and an ellipsis if it was longer.
  name: '[\\s\\S]{0,101}',
  field: '[\\s\\S]{1,1000}',
  requirement: '[\\s\\S]{1,2000}',
  reason: '[\\s\\S]{1,1001}',
};

/** The regular expression that messages of a template match, without anchors. */
export function patternOf(template: string): string {
  return template
    .split(/(\{\w+\})/)
    .map((part) => placeholders[part.slice(1, -1)] ?? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('');
}

/** @param problem - an example; its sentence is the template as well if nothing in it varies. */
export function facts(problem: Problem, when: string, template = problem.sentence): ErrorFacts {
  return { problem, template, when };
}

/** When the gateway answers each of its errors. A new error has to be explained here before anything compiles. */
const occasions: Readonly<Record<HttpErrorCode, string>> = {
  'bad-framing':
    'the head of the request is malformed, or does not say plainly where the body ends; the connection ends',
  'headers-too-large':
    'the header fields are too many or too long; the connection ends, and over uWebSockets.js there is no body',
  'unsupported-transfer-encoding': 'a Transfer-Encoding other than chunked; the connection ends',
  'not-found': 'there is nothing by this name',
  'method-not-allowed': 'the path has other methods: see Allow',
  'rate-limited':
    'a burst limit or the daily quota is spent; there is no Retry-After here, but GET /v1/usage tells which',
  'missing-api-key': 'neither x-api-key nor Authorization: Bearer, or nothing in them',
  'invalid-api-key': 'the API key is unknown or revoked, or the two header fields hold different keys',
  'missing-admin-token': 'no x-admin-token, or an empty one',
  'invalid-admin-token': 'the admin token is another one',
  'host-not-allowed': 'agents reach /mcp under a name that PUBLIC_URL and MCP_HOSTS do not have',
  'origin-not-allowed': "the browser origin is neither on the allowlist nor the gateway's own",
  'pro-plan-required': 'a key of the plan free, which has run alone',
  'unsupported-content-type':
    'the Content-Type is missing or another one; parameters such as charset=utf-8 may follow it',
  'unsupported-content-encoding': 'the body is compressed',
  'body-too-large':
    'the body is longer than MAX_BODY_BYTES (8 MiB unless the operator says otherwise), or at /mcp longer than 4 MiB, or of ' +
    'more than 2,000 members or 100,000 values',
  'body-timeout': 'the body did not arrive in time; the connection ends',
  'internal-error': 'a fault of the service; it is in its log under the x-request-id',
  'server-busy': 'too much work is waiting, or the service is stopping: try again, here or elsewhere',
  'not-ready': 'the service starts or stops: send requests elsewhere',
  'store-failed': 'the disk is full, or the database fails otherwise: the change was not stored',
  'job-time-limit': 'the job ran for too long',
};

/** The errors of the gateway by their codes. */
export const gatewayFacts: Readonly<Record<HttpErrorCode, ErrorFacts>> = Object.fromEntries(
  Object.entries(httpErrors).map(([code, problem]) => [code, facts(problem, occasions[code as HttpErrorCode])]),
) as Record<HttpErrorCode, ErrorFacts>;
