import { errorIn } from '#gateway/client/exchange.js';
import type { LocalOperation } from '#gateway/console/engine/messages.js';
import { type LocalResponse, localRequest } from '../engine/local-engine.js';
import type { RunProgress } from './latest-run.js';
import { type ProblemDetails, RequestFailure } from './request.js';
import { sendWithKey } from './user-requests.js';

export interface OperationOptions {
  /** Whether the gateway runs it, in place of this browser. */
  readonly isAtGateway: boolean;
  readonly signal: AbortSignal;
  /** Called by runs in this browser. */
  readonly onProgress: (progress: RunProgress) => void;
}

/**
 * Runs an operation in this browser, or at the gateway with the API key: with the same response.
 *
 * @throws {RequestFailure} if it is refused.
 * @throws {Error} as `sendWithKey` or `localRequest`.
 */
export async function runOperation<Body>(
  operation: LocalOperation,
  body: object,
  { isAtGateway, signal, onProgress }: OperationOptions,
): Promise<Body> {
  if (isAtGateway) return sendWithKey('POST', `/v1/${operation}`, { body, signal });
  const response = await localRequest(operation, body, { signal, onProgress });
  if (response.status === 200) return response.body as Body;
  throw localFailure(response);
}

/** Returns the failure that a response of this browser reports. */
export function localFailure({ status, body }: LocalResponse): RequestFailure {
  const { sentence = 'The run failed.', code, details } = errorIn(body);
  return new RequestFailure(status, sentence, { code, details: details as ProblemDetails });
}
