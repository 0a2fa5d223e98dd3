import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { describe, test } from 'node:test';
import { FatalLine, gatewayRestartReasons, noRestarts, reasonOf } from '#gateway/supervisor/process-end.js';

describe('the reason of a death', () => {
  test('is `exit` for any status, the signal if it is on the list, and `other` for the rest', () => {
    assert.equal(reasonOf({ status: 0, signal: null }), 'exit');
    assert.equal(reasonOf({ status: 134, signal: null }), 'exit');
    assert.equal(reasonOf({ status: null, signal: 'SIGKILL' }), 'SIGKILL');
    assert.equal(reasonOf({ status: null, signal: 'SIGXCPU' as NodeJS.Signals }), 'other');
    assert.equal(reasonOf({ status: null, signal: null }), 'other');
  });

  test('is one of a closed set, and each reason has a counter that starts at 0', () => {
    for (const signal of Object.keys(constants.signals) as NodeJS.Signals[])
      assert.equal(noRestarts()[reasonOf({ status: null, signal })], 0);
    assert.deepEqual(Object.keys(noRestarts()), [...gatewayRestartReasons]);
  });
});

describe('the fatal line', () => {
  const fatal = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory';

  test('is the last fatal line, however standard error is split into chunks', () => {
    for (const length of [1, 7, 1_000]) {
      const line = new FatalLine();
      const text = `FATAL ERROR: an earlier one\n<--- Last few GCs --->\n\n${fatal}\n----- Native stack trace -----\n`;
      for (let at = 0; at < text.length; at += length) line.add(text.slice(at, at + length));
      assert.equal(line.text, fatal);
    }
  });

  test('is found without a line end, and truncated if it is too long', () => {
    const line = new FatalLine();
    line.add(fatal);
    assert.equal(line.text, fatal);
    line.add(`${'x'.repeat(1_000_000)}\n`);
    assert.equal(line.text?.length, 300);
  });

  test('contains nothing of an exception, whose message may quote a text', () => {
    const line = new FatalLine();
    line.add('Uncaught:\nError: cannot parse "a secret"\n    at run (file.js:1:1)\n');
    assert.deepEqual([line.text, line.problem], [undefined, undefined]);
  });

  test('is printed next to the message of a gateway that cannot start', () => {
    const line = new FatalLine();
    line.add('textmill: PORT is "80000"\ntextmill: FREE_TIER is "yes"\n');
    assert.deepEqual([line.text, line.problem], [undefined, 'PORT is "80000"']);
  });
});
