import { loadCatalogue } from '../../engine/catalogue/catalogue.js';
import { createEngine } from '../../engine/execute.js';
import type { OperationName } from '../../engine/operations/operation.js';
import { loadSqlite } from '../store/connection.js';

/** One small request of each operation: the first one has its schema compiled, which the next answer would wait for. */
const firstRequests: Readonly<Record<OperationName, object>> = {
  run: { input: 'a', steps: ['trim-lines'] },
  sanitize: { url: 'http://example.com/' },
  'sort-dedupe': { input: 'a' },
};

/**
 * Loads what a gateway needs to serve, so that a standby process has nothing left to load. It touches no file of the data
 * folder and takes no port.
 */
export async function preload(): Promise<void> {
  const engine = createEngine(await loadCatalogue());
  for (const [operation, request] of Object.entries(firstRequests))
    engine.execute(operation as OperationName, Buffer.from(JSON.stringify(request)));
  // Without a binary for this machine the gateway serves over node:http.
  await import('../http/uws.js').catch(() => undefined);
  loadSqlite();
}
