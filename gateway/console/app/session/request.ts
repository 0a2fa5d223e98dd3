import { noteDate } from './gateway-clock.js';
import { noteAnswer, noteSilence } from './reachability.js';

/** A request that did not come to what was asked for. The message is for the person at the screen. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  /** Of the answer; 0 if there was none. */
  readonly status: number;
  /** Of the answer, to find it in the log; '' if there was none. */
  readonly requestId: string;

  constructor(status: number, message: string, requestId = '') {
    super(message);
    this.status = status;
    this.requestId = requestId;
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
  const requestId = answer.headers.get('x-request-id') ?? '';
  throw new RequestFailure(answer.status, await errorOf(answer), requestId);
}

/** {@link send}, and its answer's JSON. The type is what the contract says; it is not checked. */
export async function sendForJson<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Body> {
  const answer = await send(method, path, options);
  return (await wholeJson(answer)) as Body;
}

async function fetched(method: string, path: string, options: RequestOptions): Promise<Response> {
  const { body, apiKey, adminToken, signal } = options;
  const headers = new Headers();
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

async function errorOf(answer: Response): Promise<string> {
  try {
    const { error } = (await wholeJson(answer)) as { error?: unknown };
    if (typeof error === 'string') return error;
  } catch (error) {
    // Not the gateway's own answer: something stands between.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return `The answer was ${answer.status} ${answer.statusText}`.trim();
}

/** Whether an error only says that nobody wants the answer any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
