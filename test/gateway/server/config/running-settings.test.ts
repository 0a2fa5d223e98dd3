import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#gateway/server/config/config.js';
import { RunningSettings } from '#gateway/server/config/running-settings.js';

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
