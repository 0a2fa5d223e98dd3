import { loadCatalogue } from '../../engine/catalogue/catalogue.js';
import { createEngine } from '../../engine/execute.js';
import type { OperationName } from '../../engine/operations/operation.js';
import { BodyMemory } from '../../gateway/http/body-memory.js';
import { jsonBody } from './json-floor.js';

/** The whole engine: every tool is there from the start. */
const engine = createEngine(await loadCatalogue());

/**
 * A call of the engine from bytes to bytes, tried once. As in the gateway, the answer may be written into a slab of the
 * size that the body's has.
 *
 * @throws {Error} if the request is refused: its time would say nothing.
 */
export function engineCall(operation: OperationName, request: object): { body: Buffer; call: () => Uint8Array } {
  const body = jsonBody(request);
  const room = new Uint8Array(new BodyMemory({ maxBytes: 0, maxIdleBytes: 0 }).slabBytes(body.byteLength));
  const { status, body: answer } = engine.execute(operation, body);
  if (status !== 200) throw new Error(`${operation} answers ${status}: ${Buffer.from(answer).toString()}`);
  return { body, call: () => engine.execute(operation, body, room).body };
}
