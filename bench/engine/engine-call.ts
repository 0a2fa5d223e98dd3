import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createEngine } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { BodyMemory } from '#gateway/server/http/body-memory.js';
import { jsonBody } from './json-floor.js';

/** The engine with all tools loaded. */
const engine = createEngine(await loadCatalogue());

/**
 * Returns a call of the engine from bytes to bytes, after one successful call. As in the gateway, the response may be
 * written into a slab of the same size as that of the body.
 *
 * @throws {Error} if the engine refuses the request: its time would mean nothing.
 */
export function engineCall(operation: OperationName, request: object): { body: Buffer; call: () => Uint8Array } {
  const body = jsonBody(request);
  const outputBuffer = new Uint8Array(new BodyMemory({ maxBytes: 0, maxIdleBytes: 0 }).slabBytes(body.byteLength));
  const { status, body: response } = engine.execute(operation, body);
  if (status !== 200) throw new Error(`${operation} responds with ${status}: ${Buffer.from(response).toString()}`);
  return { body, call: () => engine.execute(operation, body, outputBuffer).body };
}
