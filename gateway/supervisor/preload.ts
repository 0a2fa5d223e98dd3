import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createEngine } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { loadSqlite } from '#gateway/server/storage/sqlite/connection.js';

/** One small request for each operation: the first one compiles its schema. */
const firstRequests: Readonly<Record<OperationName, object>> = {
  run: { input: 'a', steps: ['trim-lines'] },
  sanitize: { url: 'http://example.com/' },
  'sort-dedupe': { input: 'a' },
};

/**
 * Loads everything that a gateway needs to serve, so that a standby process can start immediately. It touches no file
 * of the data folder and no port.
 */
export async function preload(): Promise<void> {
  const engine = createEngine(await loadCatalogue());
  for (const [operation, request] of Object.entries(firstRequests))
    engine.execute(operation as OperationName, Buffer.from(JSON.stringify(request)));
  // Without a binary for this machine, the gateway serves over node:http.
  await import('#gateway/server/http/uws.js').catch(() => undefined);
  loadSqlite();
}
