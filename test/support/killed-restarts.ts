import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runningGateway } from '#gateway/server/storage/folder-lock.js';
import { freePort } from './free-port.js';
import { assertDatabaseIntact, isRunning, processSettings, SupervisedGateway, until } from './gateway-process.js';
import { temporaryFolder } from './temporary-folder.js';

/** Long, because the machine may be busy with other tests. */
const timeoutMs = 120_000;

/** Tests that a supervisor that is killed during a requested restart leaves no process. @param stage - what the log says. */
export function testKilledRestart(stage: string): void {
  test(`a requested restart leaves no process if the supervisor is killed after "${stage}"`, async (t) => {
    const folder = temporaryFolder(t);
    const settings = { ...processSettings, LOG_LEVEL: 'debug', PORT: String(await freePort()) };
    const gateway = new SupervisedGateway(t, settings, folder);
    await gateway.ready();
    const saying = (text: string) => gateway.log.filter(({ msg }) => msg === text);
    const standbys = () => saying('A standby process is ready');
    await until('a standby process is ready', () => standbys().length === 1, timeoutMs);
    gateway.kill('SIGUSR2');
    await until('it is there', () => saying(stage).length === 1, timeoutMs);
    gateway.kill('SIGKILL');
    const [replacement] = saying('A new gateway process is being prepared');
    const all = [gateway.gatewayPid, Number(standbys()[0]?.pid), Number(replacement?.pid)];
    await until('all have ended', () => !all.some(isRunning), timeoutMs);
    assert.equal(runningGateway(join(folder, 'data')), undefined);
    assertDatabaseIntact(t, folder);
  });
}
