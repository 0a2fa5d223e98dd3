import { TextmillError } from './errors.js';

/** The header that identifies the sender. */
export interface Credential {
  readonly header: 'x-api-key' | 'x-admin-token';
  readonly secret: string;
}

/** One request, which can be sent any number of times. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL | string;
  /** The body as JSON. */
  readonly json: string | undefined;
  /** The same, compressed: it is sent in its place. */
  readonly gzip?: Uint8Array<ArrayBuffer> | undefined;
  /** The version that it replaces: `If-Match`. */
  readonly ifMatch?: string | undefined;
  /** Whether the response should be plain. Browsers do not let a page decide. */
  readonly isPlain?: boolean;
  /** Undefined for a public document: without this header a browser needs no preflight. */
  readonly credential: Credential | undefined;
  /** Whether the response is text. By default it is JSON. */
  readonly isText?: boolean;
}

/** A request without a successful response. */
export interface Failure {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The message of the gateway, or the problem with the connection. */
  readonly reason: string;
  readonly requestId: string;
  /** The gateway's error code; empty for a failure that has none. */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The `Retry-After` of the response, in milliseconds; 0 without one. */
  readonly retryAfterMs: number;
  readonly cause?: unknown;
}

/** The result of a request. */
export type Outcome = { readonly body: unknown } | { readonly failure: Failure };

/** The longest time that a response may take: a gateway ends a job long before. */
export const longestResponseMs = 120_000;

const longestMessage = 1_000;
/** Asks for errors with codes. An old gateway or a proxy may still send JSON of another form, or anything. */
const accepted = 'application/problem+json, application/json';
/** The members of an error that are not details: those of RFC 9457 and our own. */
const standardMembers: ReadonlySet<string> = new Set([
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'requestId',
]);

/**
 * Sends a request once.
 *
 * @param deadlineMs - how long to wait for the end of the response.
 * @throws the signal's reason once it is aborted.
 * @throws {TextmillError} for a successful response that is not JSON.
 */
export async function exchange(
  fetch: typeof globalThis.fetch,
  request: HttpRequest,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const { method, url, json, gzip, ifMatch, credential, isPlain } = request;
  // Each request has its own signal, released at its end: AbortSignal.any stays attached to the caller's signal for
  // as long as that lives (nodejs/node#54614).
  const ending = new AbortController();
  const onAbort = (): void => ending.abort(signal?.reason);
  const timer = setTimeout(() => ending.abort(), deadlineMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    signal?.throwIfAborted();
    const response = await fetch(url, {
      method,
      headers: {
        accept: accepted,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(gzip === undefined ? {} : { 'content-encoding': 'gzip' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(isPlain === true ? { 'accept-encoding': 'identity' } : {}),
        ...(credential === undefined ? {} : { [credential.header]: credential.secret }),
      },
      ...(json === undefined ? {} : { body: gzip ?? json }),
      signal: ending.signal,
      redirect: 'error',
    });
    return outcomeOf(response, await response.text(), request);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TextmillError) throw error;
    const reason = ending.signal.aborted
      ? `no response within ${Math.ceil(deadlineMs / 1_000)} seconds`
      : readable(connectionProblem(error).trim(), credential);
    return { failure: { status: 0, reason, requestId: '', code: '', details: {}, retryAfterMs: 0, cause: error } };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function outcomeOf(response: Response, text: string, { credential, isText }: HttpRequest): Outcome {
  const { ok, status, statusText, headers } = response;
  // Browsers hide both headers from pages of other origins.
  const requestId = headers.get('x-request-id') ?? '';
  if (ok && isText === true) return { body: text };
  const body = parsed(text);
  if (!ok) {
    const { sentence, code, details } = errorIn(body);
    const reason = readable(sentence ?? `unexpected response: ${status} ${statusText}`.trim(), credential);
    const retryAfterMs = Math.max(0, retryAfter(headers) || 0);
    return { failure: { status, reason, requestId, code, details, retryAfterMs } };
  }
  if (body !== undefined) return { body };
  throw new TextmillError(status, 'the response is not JSON: is this the address of a Textmill gateway?', {
    requestId,
  });
}

/**
 * Returns `Retry-After` in milliseconds; NaN if it is neither a number nor a date. A proxy may send a date, which is
 * compared with its own clock: that of this machine may be wrong.
 */
function retryAfter(headers: Headers): number {
  const value = headers.get('retry-after') ?? '';
  const seconds = Number(value);
  return Number.isNaN(seconds) ? Date.parse(value) - Date.parse(headers.get('date') ?? '') : 1_000 * seconds;
}

/** @returns undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the parts of a gateway's error in either form, or nothing of any other JSON. */
export function errorIn(body: unknown): Pick<Failure, 'code' | 'details'> & { readonly sentence: string | undefined } {
  const members: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {};
  const { code, detail, error } = members;
  if (typeof code !== 'string' || typeof detail !== 'string') {
    return { sentence: typeof error === 'string' ? error : undefined, code: '', details: {} };
  }
  const details = Object.entries(members).filter(([name]) => !standardMembers.has(name));
  return { sentence: detail, code, details: Object.fromEntries(details) };
}

/** A shorter secret is none: it may be empty, or stand in any word. */
const shortestSecret = 8;

/** Makes a message safe to display: one line, without terminal control characters and without the secret. */
function readable(message: string, credential: Credential | undefined): string {
  const secret = credential?.secret ?? '';
  const withoutKey = secret.length < shortestSecret ? message : message.replaceAll(secret, '[key]');
  const clean = withoutKey.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return clean.length > longestMessage ? `${clean.slice(0, longestMessage)}…` : clean;
}

/** Node.js names the problem in the cause. Browsers name none, so that a page learns nothing of other sites. */
function connectionProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) {
    return cause.message || ('code' in cause && typeof cause.code === 'string' && cause.code) || error.message;
  }
  const isPage = 'location' in globalThis;
  return isPage ? `${error.message} (the gateway is unavailable, or does not allow this page's origin)` : error.message;
}
