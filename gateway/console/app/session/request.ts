import { noteDate } from './gateway-clock.js';
import { noteAnswer, noteSilence } from './reachability.js';

/** What a message of the gateway names, as far as the page uses it. */
export interface ProblemDetails {
  readonly step?: number;
  readonly tool?: string;
  readonly option?: string;
  /** `steps[1].config.delimiter` */
  readonly path?: string;
  /** What is wrong, without the place where it is. */
  readonly reason?: string;
}

interface FailureFacts {
  readonly requestId?: string;
  readonly code?: string;
  readonly details?: ProblemDetails;
}

/** A request that did not come to what was asked for. The message is for the person at the screen. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  /** Of the answer; 0 if there was none. */
  readonly status: number;
  /** Of the answer, to find it in the log; '' if there was none. */
  readonly requestId: string;
  /** The gateway's code of the error; '' if the answer was not the gateway's. */
  readonly code: string;
  /** What the message names, by member. */
  readonly details: ProblemDetails;

  constructor(status: number, message: string, { requestId = '', code = '', details = {} }: FailureFacts = {}) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.code = code;
    this.details = details;
  }
}

export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly apiKey?: string;
  readonly adminToken?: string;
  readonly signal?: AbortSignal;
}

/**
 * Asks the gateway that the page came from.
 *
 * @param path - from the root, such as `/v1/run`.
 * @returns the answer, with a status of 2xx.
 * @throws {RequestFailure} for every other status, or if there is no answer.
 * @throws {DOMException} `AbortError` if the signal ended it.
 */
export async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  const answer = await fetched(method, path, options);
  if (answer.ok) return answer;
  throw await failureOf(answer);
}

/** {@link send}, and its answer's JSON. The type is what the contract says; it is not checked. */
export async function sendForJson<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Body> {
  const answer = await send(method, path, options);
  return (await wholeJson(answer)) as Body;
}

async function fetched(method: string, path: string, options: RequestOptions): Promise<Response> {
  const { body, apiKey, adminToken, signal } = options;
  const headers = new Headers({ accept: 'application/problem+json, application/json' });
  if (apiKey !== undefined) headers.set('x-api-key', apiKey);
  if (adminToken !== undefined) headers.set('x-admin-token', adminToken);
  if (body !== undefined) headers.set('content-type', 'application/json');
  // Typed so that it means the same to a browser and to Node, where it is tested.
  const request: RequestInit & { readonly cache: 'default' | 'no-store' } = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    // The token is no cookie, and nothing of it may stay behind.
    credentials: 'omit',
    cache: method === 'GET' && adminToken === undefined ? 'default' : 'no-store',
  };
  try {
    const answer = await fetch(path, request);
    noteAnswer();
    // What the browser kept tells the time of when it came.
    if (request.cache === 'no-store') noteDate(answer.headers.get('date'));
    return answer;
  } catch (error) {
    throw cutOff(error);
  }
}

/** @throws {RequestFailure} if the gateway goes away in the middle of it. @throws {SyntaxError} if it is no JSON. */
async function wholeJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw error instanceof SyntaxError ? error : cutOff(error);
  }
}

/** Why there is no answer, or no end of it. */
function cutOff(error: unknown): unknown {
  if (isAbort(error)) return error;
  noteSilence();
  return new RequestFailure(0, 'The gateway does not answer.');
}

async function failureOf(answer: Response): Promise<RequestFailure> {
  const { status, statusText, headers } = answer;
  const requestId = headers.get('x-request-id') ?? '';
  try {
    const { detail, code, error, ...details } = (await wholeJson(answer)) as ProblemDetails &
      Readonly<Record<'detail' | 'code' | 'error', unknown>>;
    if (typeof detail === 'string' && typeof code === 'string') {
      return new RequestFailure(status, detail, { requestId, code, details });
    }
    // What the server refuses before it has read what the page accepts.
    if (typeof error === 'string') return new RequestFailure(status, error, { requestId });
  } catch (error) {
    // Not the gateway's own answer: something stands between.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return new RequestFailure(status, `The answer was ${status} ${statusText}`.trim(), { requestId });
}

/** Whether an error only says that nobody wants the answer any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
