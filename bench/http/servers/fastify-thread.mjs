// @ts-check
// A thread of the Fastify server with Piscina: it runs Textmill's engine from the sources.
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';

const { textmill } = workerData;
/** @type {typeof import('../../../engine/execute.js')} */
const { createEngine } = await import(`${textmill}engine/execute.js`);
/** @type {typeof import('../../../engine/catalogue/catalogue.js')} */
const { loadCatalogue } = await import(`${textmill}engine/catalogue/catalogue.js`);
const engine = createEngine(await loadCatalogue());

/** @param {{ operation: import('../../../engine/operations/operation.js').OperationName, json: Uint8Array }} job */
export default function work({ operation, json }) {
  const { status, body } = engine.execute(operation, json);
  const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (body);
  return move({ [transferableSymbol]: bytes.buffer, [valueSymbol]: { status, body: bytes } });
}
