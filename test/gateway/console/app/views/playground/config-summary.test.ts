import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configSummary } from '#gateway/console/app/views/playground/config-summary.js';

test('a closed step shows the options that differ from their defaults, in words', () => {
  assert.equal(configSummary({}), '');
  assert.equal(configSummary({ delimiter: ';', hasHeaders: false }), 'delimiter ";", has headers off');
  assert.equal(configSummary({ separator: '\t', keepCaps: true, width: 8 }), 'separator "\\t", keep caps on, width 8');
});

test('a long value is cut, never within a character', () => {
  assert.equal(configSummary({ chars: 'a'.repeat(99) }), `chars "${'a'.repeat(23)}…`);
  assert.equal(configSummary({ chars: `${'a'.repeat(22)}😀b` }), `chars "${'a'.repeat(22)}…`);
});
