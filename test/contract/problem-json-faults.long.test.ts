import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { toolsDirectory } from '../../engine/catalogue/tool-files.js';
import { type ErrorCode, errorTable } from '../../gateway/core/errors.js';
import { faultyTools, overEachServer } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings } from '../support/gateway-process.js';
import { acceptProblem, type Fault, type FaultyGateways, faults } from '../support/problem-faults.js';
import { assertErrorForms } from '../support/problem-forms.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const dyingThread = new URL('../support/dying-thread.mjs', import.meta.url).href;
const withoutPrlimit = spawnSync('prlimit', ['--version']).status !== 0 && 'prlimit is not installed';

/** A process whose threads cannot start. */
async function brokenGateway(t: TestContext, httpServer: string): Promise<FaultyGateways['broken']> {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'dying-threads'), 'exit');
  const settings = { ...processSettings, HTTP_SERVER: httpServer };
  const gateway = new GatewayProcess(t, settings, folder, { preloaded: [dyingThread] });
  const url = await gateway.listening();
  const { key } = await createKey(url);
  const breakStore = (): void => {
    const { status, stderr } = spawnSync('prlimit', ['--pid', String(gateway.pid), '--fsize=1000:unlimited']);
    assert.equal(status, 0, String(stderr));
  };
  return { url, port: Number(new URL(url).port), key, breakStore };
}

overEachServer(async (startTestGateway, httpServer) => {
  const toolDirectories = [toolsDirectory, faultyTools];
  const settings = { WORKER_MEMORY_MB: '32', MAX_QUEUE: '1', JOB_TIMEOUT_MS: '60000', BODY_TIMEOUT_MS: '2000' };
  const small = await startTestGateway({ after }, { toolDirectories, settings });
  const hastySettings = { ...settings, JOB_TIMEOUT_MS: '300' };
  const hasty = await startTestGateway({ after }, { toolDirectories, settings: hastySettings });
  const { accountId: freeAccountId } = (await small.key({ plan: 'free' })).key;

  for (const [code, { sentence, ask, details = {}, isAnsweredByUws }] of Object.entries<Fault>(faults)) {
    test(code, { skip: code === 'store-failed' && withoutPrlimit }, async (t) => {
      const file = join(temporaryFolder(t), 'end-of-jobs');
      const needsBroken = code === 'not-ready' || code === 'store-failed';
      const gateways: Omit<FaultyGateways, 'broken'> = {
        small: { ...small, key: (await small.key()).secret },
        hasty: { ...hasty, key: (await hasty.key()).secret },
        freeAccountId,
        file,
      };
      // The others need no separate process.
      const broken = needsBroken ? await brokenGateway(t, httpServer) : { ...gateways.small, breakStore: () => {} };
      const plain = await ask({ ...gateways, broken }, '');
      rmSync(file, { force: true });
      const problem = await ask({ ...gateways, broken }, acceptProblem);
      if (isAnsweredByUws && httpServer === 'uws') {
        for (const response of [plain, problem]) {
          assert.deepEqual(response, {
            status: errorTable[code as ErrorCode].status,
            type: undefined,
            json: undefined,
          });
        }
        return;
      }
      const said = assertErrorForms(code as ErrorCode, { plain, problem }, details);
      const { accountId, limit } = problem.json as Record<string, unknown>;
      assert.equal(said, sentence.replace('{accountId}', `${accountId}`).replace('{limit}', `${limit}`));
    });
  }
});
