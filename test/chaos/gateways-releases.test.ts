import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../gateway/boot/free-ports.mjs';
import { version } from '../../gateway/core/version.js';
import { runCommand } from '../support/command-line.js';
import { createKey, processSettings, SupervisedGateway, statusWith } from '../support/gateway-process.js';
import { membersOf, untilReadyMembers } from '../support/gateways.js';
import { Releases } from '../support/releases.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('several gateways go on if the new release cannot listen, and are replaced by one that can', async (t) => {
  const folder = temporaryFolder(t);
  const releases = new Releases(folder);
  releases.add('first');
  releases.install('first');
  const settings = { ...processSettings, GATEWAYS: '2', PORT: String(await freePort()) };
  const limits = { longestSilenceMs: 10_000 };
  const service = new SupervisedGateway(t, settings, folder, { dist: releases.dist('first'), limits });
  const url = await service.ready();
  const { key } = await createKey(url);
  const before = await untilReadyMembers(url, 2);
  const reload = () => runCommand(['reload', '--restart'], { folder });

  const onceToldToServe = (what: string) =>
    `process.on('message', ({ type }) => { if (type === 'serve') { ${what} } }); process.send({ type: 'prepared', problems: [] });`;
  const failures: readonly (readonly [id: string, program: string, problem: string])[] = [
    ['cannot-listen', onceToldToServe("console.error('textmill: Cannot listen'); process.exit(1);"), 'Cannot listen'],
    ['mute', onceToldToServe(''), 'The new process did not listen within 10 s'],
  ];
  for (const [id, program, problem] of failures) {
    releases.addBroken(id, program);
    releases.install(id);
    const { code, stderr } = await reload();
    const sentence = `0 of 2 gateways were replaced; the others keep running: ${problem}`;
    assert.deepEqual([code, stderr], [1, `textmill: ${sentence}\n`]);
    assert.deepEqual(
      (await membersOf(url)).map(({ pid }) => pid),
      before.map(({ pid }) => pid),
    );
    assert.equal(await statusWith(url, key), 200);
  }

  releases.add('second');
  releases.install('second');
  const { code, stdout } = await reload();
  const after = await untilReadyMembers(url, 2);
  const pids = after.map(({ pid }) => pid);
  const sentence = `The 2 gateways were replaced: processes ${pids.join(', ')} serve (version ${version}, release second)`;
  assert.deepEqual([code, stdout], [0, `${sentence}\n`]);
  assert.ok(!before.some(({ pid }) => pids.includes(pid)));
  assert.equal(await statusWith(url, key), 200);
});
