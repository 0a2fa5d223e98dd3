import assert from 'node:assert/strict';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditEntry } from '#gateway/server/storage/audit-log.js';
import { runCommand, startCommand } from '../../support/command-line.js';
import { until } from '../../support/gateway-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const user = userInfo().username;

function entriesOf(text: string): readonly AuditEntry[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as AuditEntry);
}

test('commands are in the audit log with their user, and so are backups and what a restore brings back', async (t) => {
  const folder = temporaryFolder(t);
  const run = (args: readonly string[], environment = {}) => runCommand(args, { folder, environment });
  const created = JSON.parse((await run(['keys', 'create', '--json'])).stdout) as { id: string; accountId: string };
  const { id, accountId } = created;
  await run(['keys', 'label', id, 'ein „Läbel“'], { SUDO_USER: 'ada\n' });
  await run(['keys', 'origins', id, 'https://a.example']);
  await run(['keys', 'rotate', id, '--grace', '1d']);
  await run(['accounts', 'invite', accountId], { PORT: '8080' });
  await run(['signin']);
  const backup = join(folder, 'backup.sqlite');
  assert.equal((await run(['backup', backup])).code, 0);
  await run(['keys', 'revoke', id]);
  const all = entriesOf((await run(['audit', '--json'])).stdout);
  assert.deepEqual(
    all.map(({ action, actor, address }) => [action, actor, address]),
    [
      ['key.create', { kind: 'command-line', user }, null],
      ['key.set-label', { kind: 'command-line', user: `ada? as ${user}` }, null],
      ['key.set-origins', { kind: 'command-line', user }, null],
      ['key.rotate', { kind: 'command-line', user }, null],
      ['invitation.create', { kind: 'command-line', user }, null],
      ['sign-in-link.create', { kind: 'command-line', user }, null],
      ['backup', { kind: 'command-line', user }, null],
      ['key.revoke', { kind: 'command-line', user }, null],
    ],
  );
  assert.deepEqual([all[3]?.after, all[6]?.target.id], [{ graceSeconds: 86_400 }, backup]);

  const day = all[0]?.at.slice(0, 10) ?? '';
  const filters: [args: readonly string[], count: number][] = [
    [['--account', accountId], 6],
    [['--action', 'key.rotate'], 1],
    [['--from', day], 8],
    [['--to', '2026-01-01'], 0],
    [['--account', 'acc_none'], 0],
  ];
  for (const [args, count] of filters) {
    assert.equal(entriesOf((await run(['audit', '--json', ...args])).stdout).length, count, args.join(' '));
  }
  const { stdout } = await run(['audit', '--action', 'key.set-label']);
  assert.match(
    stdout,
    /^\S+Z {2}key\.set-label +command-line ada\? as .* {2}- {2}key_\S+ acc_\S+ {2}\{"label":null\} -> \{"label":"ein „Läbel“"\}\n$/,
  );

  const wrong: [args: readonly string[], message: RegExp][] = [
    [['--action', 'key.steal'], /^textmill: --action takes one of: key\.create, /],
    [['--from', 'yesterday'], /^textmill: --from must be a day such as 2026-01-31, /],
  ];
  for (const [args, message] of wrong) {
    const { code, stderr } = await run(['audit', ...args]);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }

  assert.equal((await run(['restore', backup])).code, 0);
  const restored = entriesOf((await run(['audit', '--json'])).stdout);
  assert.deepEqual(
    restored.map(({ action }) => action),
    [...all.slice(0, 6).map(({ action }) => action), 'restore'],
  );
});

test('--follow prints entries as they are made, until it is ended', async (t) => {
  const folder = temporaryFolder(t);
  assert.equal((await runCommand(['keys', 'create'], { folder })).code, 0);
  const child = startCommand(t, ['audit', '--follow', '--json'], { folder });
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  await until('the first entry is printed', async () => entriesOf(text).length === 1);
  assert.equal((await runCommand(['keys', 'create'], { folder })).code, 0);
  await until('the second entry is printed', async () => entriesOf(text).length === 2);
  child.kill();
  await once(child, 'exit');
  assert.deepEqual(
    entriesOf(text).map(({ action }) => action),
    ['key.create', 'key.create'],
  );
});
