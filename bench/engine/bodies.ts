import { loadCatalogue } from '../../engine/catalogue.js';
import { createEngine } from '../../engine/execute.js';
import type { OperationName } from '../../engine/operations/operation.js';

/** The whole engine, as a pool thread has it. */
export const engine = createEngine(await loadCatalogue());

/** A request's body, as it comes from the network. */
export function jsonBody(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/**
 * A call of the engine from bytes to bytes, tried once.
 *
 * @throws {Error} if the request is refused: its time would say nothing.
 */
export function engineCall(operation: OperationName, request: object): { body: Buffer; call: () => unknown } {
  const body = jsonBody(request);
  const { status, body: answer } = engine.execute(operation, body);
  if (status !== 200) throw new Error(`${operation} answers ${status}: ${Buffer.from(answer).toString()}`);
  return { body, call: () => engine.execute(operation, body) };
}

export const floorName = 'JSON floor';

/** What no handler of JSON can do without: decode, parse, stringify and encode the body, with nothing done between. */
export function jsonFloor(body: Buffer): () => unknown {
  return () => Buffer.from(JSON.stringify(JSON.parse(body.toString())));
}
