import type { TracedGroup, TracedStep } from '#engine/types.js';
import { type ErrorFacts, TextmillError } from '#gateway/client/errors.js';
import { exchange, type Failure, longestResponseMs, type Outcome } from '#gateway/client/exchange.js';
import { noteDate } from './gateway-clock.js';
import { noteResponse, noteSilence } from './reachability-store.js';

/** The members of an error that the page uses. */
export type ProblemDetails = {
  readonly step?: number;
  readonly tool?: string;
  readonly option?: string;
  /** `steps[1].config.delimiter` */
  readonly path?: string;
  /** The message without the place. */
  readonly reason?: string;
  /** The part of a group that failed, from 1. */
  readonly part?: number;
  /** Where the part begins, or where the step failed; both count from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The steps before the one that failed. */
  readonly trace?: readonly (TracedStep | TracedGroup)[];
};

interface FailureFacts extends Omit<ErrorFacts, 'details' | 'done'> {
  readonly details?: ProblemDetails;
  readonly retryAfterMs?: number;
}

/** A request without a successful response. The message is shown to the user. */
export class RequestFailure extends TextmillError {
  override readonly name = 'RequestFailure';
  declare readonly details: ProblemDetails;
  /** The `Retry-After` of the response, in milliseconds; 0 without one. */
  readonly retryAfterMs: number;

  constructor(status: number, message: string, { retryAfterMs = 0, ...facts }: FailureFacts = {}) {
    super(status, message, facts);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly apiKey?: string;
  readonly adminToken?: string;
  /** The version that a write replaces: `If-Match`. */
  readonly ifMatch?: string;
  /** Whether the browser adds the cookie of the session. */
  readonly withSession?: boolean;
  /** The session that the request is meant for: the gateway refuses the cookie of another one. '' for any. */
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request to the gateway that the page came from, and reads JSON. Its type is not checked.
 *
 * @param path - from the root, such as `/v1/run`.
 * @throws {RequestFailure} for every status outside 2xx, or without a response.
 * @throws {TextmillError} for a successful response that is not JSON.
 * @throws {DOMException} `AbortError` if the signal ended the request.
 */
export async function sendForJson<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Body> {
  return bodyOf(await exchangeFromPage(method, path, options)) as Body;
}

/** {@link sendForJson} for a response that is text. */
export async function sendForText(method: string, path: string, options: RequestOptions = {}): Promise<string> {
  return bodyOf(await exchangeFromPage(method, path, options, { isText: true })) as string;
}

/** Sends a request once with the client's `exchange`, and returns a failure instead of throwing it. */
export function exchangeFromPage(
  method: string,
  path: string,
  { body, apiKey, adminToken, ifMatch, withSession = false, sessionId = '', signal }: RequestOptions,
  { isText = false, deadlineMs = longestResponseMs } = {},
): Promise<Outcome> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const isCacheable = method === 'GET' && adminToken === undefined && !withSession;
  const credential =
    apiKey !== undefined
      ? ({ header: 'x-api-key', secret: apiKey } as const)
      : adminToken !== undefined
        ? ({ header: 'x-admin-token', secret: adminToken } as const)
        : undefined;
  return exchange(
    pageFetch(isCacheable, withSession, sessionId),
    { method, url: path, json, ifMatch, credential, isText },
    deadlineMs,
    signal,
  );
}

/** A `fetch` that sends cookies only if asked to, and notes that the gateway responds. */
function pageFetch(isCacheable: boolean, withCookies: boolean, sessionId: string): typeof fetch {
  return async (url, init) => {
    // The type means the same in a browser and in Node.js, where this is tested.
    const request: RequestInit & { readonly cache: 'default' | 'no-store' } = {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), ...(sessionId !== '' && { 'x-session-id': sessionId }) },
      credentials: withCookies ? 'same-origin' : 'omit',
      cache: isCacheable ? 'default' : 'no-store',
      // A proxy may redirect to its login page: `explainedFailure` says so.
      redirect: 'follow',
    };
    const response = await fetch(url, request);
    noteResponse();
    // A cached response has the time of its first request.
    if (!isCacheable) noteDate(response.headers.get('date'));
    return response;
  };
}

/** @throws {RequestFailure} unless the request succeeded. */
function bodyOf(outcome: Outcome): unknown {
  if ('body' in outcome) return outcome.body;
  throw failureOf(outcome.failure);
}

function failureOf({ status, reason, ...facts }: Failure): RequestFailure {
  if (status !== 0) return new RequestFailure(status, reason, facts);
  noteSilence();
  return new RequestFailure(0, 'The gateway does not respond.', facts);
}

/** Returns whether an error only means that the response is no longer needed. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The statuses of proxies that refuse access. */
const proxyRefusals: ReadonlySet<number> = new Set([401, 403, 404, 405]);

const proxyExplanation =
  'The operator’s endpoints are closed at this address: a proxy in front of Textmill responded instead. ' +
  'Open the console on the machine that runs Textmill, or through an SSH tunnel to it ' +
  '(ssh -L 8080:127.0.0.1:8080 you@machine, then http://127.0.0.1:8080/console/).';

/**
 * Explains the failure of an operator's request where a proxy keeps those endpoints to itself. Only the gateway's own
 * responses have a request id and readable JSON.
 */
export function explainedFailure(error: unknown): unknown {
  if (!(error instanceof TextmillError)) return error;
  const isRefusal = error.requestId === '' && proxyRefusals.has(error.status);
  const isUnreadable = !(error instanceof RequestFailure);
  return isRefusal || isUnreadable ? new RequestFailure(404, proxyExplanation) : error;
}
