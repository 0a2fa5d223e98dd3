import { TextmillError } from '../../../client/errors.js';
import { RequestFailure } from './request.js';

/** The statuses of proxies that refuse access. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 405]);

const explanation =
  'The operator’s endpoints are closed at this address: a proxy in front of Textmill responded instead. ' +
  'Open the console on the machine that runs Textmill, or through an SSH tunnel to it ' +
  '(ssh -L 8080:127.0.0.1:8080 you@machine, then http://127.0.0.1:8080/console/).';

/**
 * Explains the failure of an operator's request where a proxy keeps those endpoints to itself. Only the gateway's own
 * responses have a request id and readable JSON.
 */
export function explainedFailure(error: unknown): unknown {
  if (!(error instanceof TextmillError)) return error;
  const isRefusal = error.requestId === '' && refusals.has(error.status);
  const isUnreadable = !(error instanceof RequestFailure);
  return isRefusal || isUnreadable ? new RequestFailure(404, explanation) : error;
}
