import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#gateway/server/config/config.js';
import { RunningSettings } from '#gateway/server/config/running-settings.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

test('the settings are those of the last change, and listeners get each change', () => {
  const settings = new RunningSettings(readConfig({}));
  const reported: unknown[] = [];
  settings.onChange(({ slowJobMs, logAddresses }) => reported.push([slowJobMs, logAddresses]));
  assert.deepEqual([settings.current.slowJobMs, settings.current.logAddresses], [1_000, false]);
  settings.apply(readConfig({ SLOW_JOB_MS: '5', LOG_ADDRESSES: 'true' }));
  assert.deepEqual([settings.current.slowJobMs, settings.current.logAddresses], [5, true]);
  assert.deepEqual(reported, [[5, true]]);
});

test('listeners get no event for equal settings, or for settings that need a restart', () => {
  const settings = new RunningSettings(readConfig({ SLOW_JOB_MS: '5' }));
  settings.onChange(() => assert.fail('nothing has changed'));
  assert.deepEqual(settings.apply(readConfig({ SLOW_JOB_MS: '5', MAX_QUEUE: '7' })), {
    changed: {},
    needRestart: ['MAX_QUEUE'],
  });
});

test('of a secret that has changed, only that it is set is reported', (t) => {
  const file = join(temporaryFolder(t), 'secret');
  const secret = (letter: string) => `whsec_${letter.repeat(32)}`;
  writeFileSync(file, secret('A'));
  const environment = { WEBHOOK_URL: 'https://hooks.example/token', WEBHOOK_SECRET_FILE: file };
  const settings = new RunningSettings(readConfig(environment));
  // The file is read again.
  writeFileSync(file, `${secret('B')}\n`);
  assert.deepEqual(settings.apply(readConfig(environment)).changed, { WEBHOOK_SECRET: { from: '(set)', to: '(set)' } });
  assert.equal(settings.current.webhookSecret, secret('B'));
  assert.deepEqual(settings.apply(readConfig({})).changed, {
    WEBHOOK_URL: { from: '(set)', to: undefined },
    WEBHOOK_SECRET: { from: '(set)', to: undefined },
  });
});
