import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { type ErrorCode, errorTable } from '#gateway/core/errors.js';
import { type CleanupScope, suiteScope } from '../support/cleanup.js';
import { faultyTools, httpServers, overEachServer } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings } from '../support/gateway-process.js';
import { acceptProblem, type Fault, type FaultyGateways, faults } from '../support/problem-faults.js';
import { assertErrorForms } from '../support/problem-forms.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const dyingThread = new URL('../support/dying-thread.mjs', import.meta.url).href;
const withoutPrlimit = spawnSync('prlimit', ['--version']).status !== 0 && 'prlimit is not installed';

/** Starts a process whose threads cannot start. */
async function brokenGateway(scope: CleanupScope): Promise<FaultyGateways['broken']> {
  const folder = temporaryFolder(scope);
  writeFileSync(join(folder, 'dying-threads'), 'exit');
  const gateway = new GatewayProcess(scope, processSettings, folder, { preloaded: [dyingThread] });
  const url = await gateway.listening();
  const { key } = await createKey(url);
  const breakStore = (): void => {
    const { status, stderr } = spawnSync('prlimit', ['--pid', String(gateway.pid), '--fsize=1000:unlimited']);
    assert.equal(status, 0, String(stderr));
  };
  return { url, port: Number(new URL(url).port), key, breakStore };
}

const toolDirectories = [toolsDirectory, faultyTools];
const settings = { WORKER_MEMORY_MB: '32', MAX_QUEUE: '1', JOB_TIMEOUT_MS: '60000', BODY_TIMEOUT_MS: '2000' };
/** Errors that the server makes itself; all others come from code that both servers share. */
const errorsOfServers: readonly string[] = [
  'bad-framing',
  'unsupported-transfer-encoding',
  'headers-too-large',
  'body-timeout',
];

overEachServer(async (start, httpServer) => {
  const scope = suiteScope();
  const small = await start({ after }, { toolDirectories, settings });
  const [firstServer] = httpServers;
  const hasAll = httpServer === firstServer;
  const hastySettings = { ...settings, JOB_TIMEOUT_MS: '300' };
  const hasty = hasAll ? await start({ after }, { toolDirectories, settings: hastySettings }) : small;
  const { accountId: freeAccountId } = (await small.key({ plan: 'free' })).key;
  let broken: Promise<FaultyGateways['broken']> | undefined;

  for (const [code, { sentence, ask, details = {}, isFromUws }] of Object.entries<Fault>(faults)) {
    if (!hasAll && !errorsOfServers.includes(code)) continue;
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
      if (needsBroken) broken ??= brokenGateway(scope);
      const ofBroken = (needsBroken && (await broken)) || { ...gateways.small, breakStore: () => {} };
      const plain = await ask({ ...gateways, broken: ofBroken }, '');
      rmSync(file, { force: true });
      const problem = await ask({ ...gateways, broken: ofBroken }, acceptProblem);
      if (isFromUws && httpServer === 'uws') {
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
