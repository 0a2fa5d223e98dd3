import { type HttpErrorName, httpErrors } from '../core/errors.js';

/** A message that an answer may carry. */
export interface ErrorFacts {
  readonly status: number;
  /** The message; parts that vary stand in braces by the names of {@link placeholders}. */
  readonly template: string;
  /** One such message, whole. */
  readonly example: string;
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

/** @param example - the message; it is the template as well if nothing in it varies. */
export function badRequest(example: string, when: string, template = example): ErrorFacts {
  return { status: 400, template, example, when };
}

/** When the gateway answers each of its errors. A new error has to be explained here before anything compiles. */
const occasions: Readonly<Record<HttpErrorName, string>> = {
  badFraming: 'the head of the request is malformed, or does not say plainly where the body ends; the connection ends',
  headersTooLarge:
    'the header fields are too many or too long; the connection ends, and over uWebSockets.js there is no body',
  unsupportedTransferEncoding: 'a Transfer-Encoding other than chunked; the connection ends',
  notFound: 'there is nothing by this name',
  methodNotAllowed: 'the path has other methods: see Allow',
  rateLimited: 'a burst limit or the daily quota is spent; there is no Retry-After here, but GET /v1/usage tells which',
  missingApiKey: 'neither x-api-key nor Authorization: Bearer, or nothing in them',
  invalidApiKey: 'the API key is unknown or revoked, or the two header fields hold different keys',
  missingAdminToken: 'no x-admin-token, or an empty one',
  invalidAdminToken: 'the admin token is another one',
  hostNotAllowed: 'agents reach /mcp under a name that PUBLIC_URL and MCP_HOSTS do not have',
  originNotAllowed: "the browser origin is neither on the allowlist nor the gateway's own",
  proPlanRequired: 'a key of the plan free, which has run alone',
  notJson: 'the Content-Type is missing or another one; parameters such as charset=utf-8 may follow it',
  contentEncoding: 'the body is compressed',
  bodyTooLarge:
    'the body is longer than MAX_BODY_BYTES (8 MiB unless the operator says otherwise), or at /mcp longer than 4 MiB, or of ' +
    'more than 2,000 members or 100,000 values',
  bodyTimeout: 'the body did not arrive in time; the connection ends',
  internal: 'a fault of the service; it is in its log under the x-request-id',
  busy: 'too much work is waiting, or the service is stopping: try again, here or elsewhere',
  storeFailed: 'the disk is full, or the database fails otherwise: the change was not stored',
  timeLimit: 'the job ran for too long',
};

/** The errors of the gateway by their names in its table. */
export const gatewayErrors: Readonly<Record<HttpErrorName, ErrorFacts>> = Object.fromEntries(
  Object.entries(httpErrors).map(([name, { status, message }]) => [
    name,
    { status, template: message, example: message, when: occasions[name as HttpErrorName] },
  ]),
) as Record<HttpErrorName, ErrorFacts>;
