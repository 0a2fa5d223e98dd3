import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { createLog } from '#gateway/core/log.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { cleanUpAfter } from '../../support/cleanup.js';
import { startTestGateway } from '../../support/gateway.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** From now on the store of the counters is closed, and then says that it could not be. */
function failToClose(t: TestContext): void {
  const { close } = SqliteCounterStore.prototype;
  t.mock.method(SqliteCounterStore.prototype, 'close', async function (this: SqliteCounterStore) {
    await close.call(this);
    throw new Error('disk I/O error');
  });
}

async function portInUse(t: TestContext): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  cleanUpAfter(t, () => void server.close());
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

describe('a start that fails, and then cannot free everything,', () => {
  for (const [setting, reason] of [
    ['MCP_EXPOSE', { message: 'MCP_EXPOSE: Unknown tool: no-such-tool' }],
    ['PORT', { message: /^Cannot listen on / }],
  ] as const) {
    test(`names the error of ${setting}, logs the other one, and unlocks the data folder`, async (t) => {
      const dataDir = temporaryFolder(t);
      const settings = { [setting]: setting === 'PORT' ? await portInUse(t) : 'no-such-tool' };
      const lines: string[] = [];
      const log = createLog('error', { write: (line) => void lines.push(line) });
      failToClose(t);
      await assert.rejects(startTestGateway(t, { dataDir, settings, log }), reason);
      t.mock.restoreAll();
      assert.match(lines.join(''), /disk I\/O error.*"msg":"Cannot free everything after a failed start"/);
      await startTestGateway(t, { dataDir });
    });
  }
});
