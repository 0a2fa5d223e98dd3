import { encodeJson } from '../../engine/core/json.js';

/** Every error that the gateway itself answers: the status and the message, which is part of the HTTP contract. */
export const httpErrors = {
  badFraming: { status: 400, message: 'Bad request framing' },
  headersTooLarge: { status: 431, message: 'Request header fields too large' },
  unsupportedTransferEncoding: { status: 501, message: 'Unsupported Transfer-Encoding' },
  notFound: { status: 404, message: 'Not found' },
  methodNotAllowed: { status: 405, message: 'Method not allowed' },
  rateLimited: { status: 429, message: 'Rate limit exceeded' },
  missingApiKey: { status: 401, message: 'Missing API key' },
  invalidApiKey: { status: 401, message: 'Invalid API key' },
  missingAdminToken: { status: 401, message: 'Missing admin token' },
  invalidAdminToken: { status: 401, message: 'Invalid admin token' },
  hostNotAllowed: { status: 403, message: 'Host not allowed' },
  originNotAllowed: { status: 403, message: 'Origin not allowed' },
  proPlanRequired: { status: 403, message: 'Pro plan required' },
  notJson: { status: 415, message: 'Content-Type must be application/json' },
  contentEncoding: { status: 415, message: 'Unsupported Content-Encoding' },
  bodyTooLarge: { status: 413, message: 'Request body too large' },
  bodyTimeout: { status: 408, message: 'Request timeout' },
  internal: { status: 500, message: 'Internal server error' },
  busy: { status: 503, message: 'Server busy' },
  storeFailed: { status: 503, message: 'The database cannot be written; the log says why' },
  timeLimit: { status: 503, message: 'Processing time limit exceeded' },
} as const;

export type HttpErrorName = keyof typeof httpErrors;

/** `{ "error": "<message>" }` in UTF-8. */
export function errorBody(message: string): Uint8Array {
  return encodeJson({ error: message });
}

/** The bodies of {@link httpErrors}, encoded once. */
export const errorBodies = Object.fromEntries(
  Object.entries(httpErrors).map(([name, { message }]) => [name, errorBody(message)]),
) as Readonly<Record<HttpErrorName, Uint8Array>>;
