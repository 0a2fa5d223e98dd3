import { RequestFailure } from './request.js';

/** Statuses by which proxies keep somebody out. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 405]);

const explanation =
  'The operator’s endpoints are closed at this address: something in front of Textmill answered in its place. ' +
  'Open the console on the machine that runs Textmill, or through an SSH tunnel to it ' +
  '(ssh -L 8080:127.0.0.1:8080 you@machine, then http://127.0.0.1:8080/console/).';

/**
 * What an operator's request failed with; where a proxy keeps those endpoints to itself, what to do about it. The
 * gateway's own answers have a request id, and their JSON can be read.
 */
export function explainedFailure(error: unknown): unknown {
  if (error instanceof SyntaxError) return new RequestFailure(404, explanation);
  if (!(error instanceof RequestFailure) || error.requestId !== '' || !refusals.has(error.status)) return error;
  return new RequestFailure(404, explanation);
}
