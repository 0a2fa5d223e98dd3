import { loadCatalogue } from '../../engine/catalogue.js';
import { createEngine } from '../../engine/execute.js';
import type { OperationName } from '../../engine/operations/operation.js';
import { jsonBody } from './json-floor.js';

/** The whole engine: every tool is there from the start. */
const engine = createEngine(await loadCatalogue());

/**
 * A call of the engine from bytes to bytes, tried once.
 *
 * @throws {Error} if the request is refused: its time would say nothing.
 */
export function engineCall(operation: OperationName, request: object): { body: Buffer; call: () => Uint8Array } {
  const body = jsonBody(request);
  const { status, body: answer } = engine.execute(operation, body);
  if (status !== 200) throw new Error(`${operation} answers ${status}: ${Buffer.from(answer).toString()}`);
  return { body, call: () => engine.execute(operation, body).body };
}
