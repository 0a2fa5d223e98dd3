import { TextmillError } from './errors.js';

/** One request, ready to be sent any number of times. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** The body as JSON. */
  readonly json: string | undefined;
  readonly apiKey: string | undefined;
  /** Whether it is for everybody: without headers it needs no preflight, which the gateway has for the others only. */
  readonly isPublic: boolean;
}

/** A request that was not answered with 200. */
export interface Failure {
  /** 0 if there was no answer. */
  readonly status: number;
  /** What the gateway says, or what is wrong with the connection. */
  readonly reason: string;
  readonly requestId: string;
  /** The gateway's code of the error; '' if there was none. */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** How long the gateway wants to be left alone. */
  readonly retryAfterMs: number;
  readonly cause?: unknown;
}

/** What came of a request. */
export type Outcome = { readonly answer: unknown } | { readonly failure: Failure };

const longestMessage = 1_000;
/** Errors with codes. A gateway that has none, or a proxy, answers with JSON of another form, or with anything. */
const accepted = 'application/problem+json, application/json';
/** The members of an error that are no details (RFC 9457, and our own). */
const standardMembers: ReadonlySet<string> = new Set([
  ...['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
]);

/**
 * Sends a request once.
 *
 * @param deadlineMs - when an answer is not waited for any more.
 * @throws the signal's reason once it is aborted.
 * @throws {TextmillError} for an answer of 200 that is not JSON.
 */
export async function exchange(
  fetch: typeof globalThis.fetch,
  { method, url, json, apiKey, isPublic }: HttpRequest,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  // One signal for each request, let go of at its end: what AbortSignal.any makes hangs on the caller's for as long as
  // that lives (nodejs/node#54614).
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
        ...(apiKey === undefined || isPublic ? {} : { 'x-api-key': apiKey }),
      },
      ...(json === undefined ? {} : { body: json }),
      signal: ending.signal,
      redirect: 'error',
    });
    return outcomeOf(response, await response.text(), apiKey);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TextmillError) throw error;
    const reason = ending.signal.aborted
      ? `no answer within ${Math.ceil(deadlineMs / 1_000)} seconds`
      : readable(connectionProblem(error).trim(), apiKey);
    return { failure: { status: 0, reason, requestId: '', code: '', details: {}, retryAfterMs: 0, cause: error } };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function outcomeOf(response: Response, text: string, apiKey: string | undefined): Outcome {
  const { status, headers } = response;
  // Browsers show neither of the two headers to a page of another origin.
  const requestId = headers.get('x-request-id') ?? '';
  const body = parsed(text);
  if (status !== 200) {
    const { sentence, code, details } = errorIn(body);
    const reason = readable(sentence ?? `status ${status}`, apiKey);
    const retryAfterMs = 1_000 * Math.max(0, Number(headers.get('retry-after')) || 0);
    return { failure: { status, reason, requestId, code, details, retryAfterMs } };
  }
  if (body !== undefined) return { answer: body };
  throw new TextmillError(status, 'the answer is not JSON: is this the address of a Textmill gateway?', { requestId });
}

/** @returns undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a gateway says of an error, in either form; nothing if it is not one's answer. */
function errorIn(body: unknown): Pick<Failure, 'code' | 'details'> & { readonly sentence: string | undefined } {
  const members: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {};
  const { code, detail, error } = members;
  if (typeof code !== 'string' || typeof detail !== 'string') {
    return { sentence: typeof error === 'string' ? error : undefined, code: '', details: {} };
  }
  const details = Object.entries(members).filter(([name]) => !standardMembers.has(name));
  return { sentence: detail, code, details: Object.fromEntries(details) };
}

/** A message, whoever it is of, fit to be shown: one line, without what steers a terminal, and without the key. */
function readable(message: string, apiKey: string | undefined): string {
  const withoutKey = apiKey === undefined ? message : message.replaceAll(apiKey, '[key]');
  const clean = withoutKey.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return clean.length > longestMessage ? `${clean.slice(0, longestMessage)}…` : clean;
}

/** Node.js says in the cause what went wrong. Browsers say nothing, so that a page learns nothing of other sites. */
function connectionProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) {
    return cause.message || ('code' in cause && typeof cause.code === 'string' && cause.code) || error.message;
  }
  const isPage = 'location' in globalThis;
  return isPage ? `${error.message} (the gateway is away, or does not allow this page's origin)` : error.message;
}
