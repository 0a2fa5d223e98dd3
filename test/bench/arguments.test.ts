import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArguments, UsageError } from '#bench/arguments.js';
import type { RowId } from '#bench/row.js';

const known: RowId[] = ['P4', 'P5', 'P12'];

for (const [args, parsed] of [
  [[], { check: false, rounds: 5, help: false }],
  [['--only', 'P4,p12'], { only: ['P4', 'P12'], check: false, rounds: 5, help: false }],
  [['--only=P5', '--check'], { only: ['P5'], check: true, rounds: 5, help: false }],
  [['--rounds', '1'], { check: false, rounds: 1, help: false }],
  [['--help'], { check: false, rounds: 5, help: true }],
] as const) {
  test(args.join(' ') || 'no arguments', () => assert.deepEqual(parseArguments(args, known), parsed));
}

for (const [args, sentence] of [
  [['--only', 'P1'], /^Unknown row P1: the rows are P4, P5, P12\.$/],
  [['--only', ''], /^Unknown row '': /],
  [['--only', 'P4,'], /^Unknown row '': /],
  [['--only', '__proto__'], /^Unknown row __proto__: /],
  [['--only'], /argument missing/],
  [['--rounds', '0'], /^--rounds must be a whole number from 1 to 9999, not 0\.$/],
  [['--rounds', '2.5'], /^--rounds must be/],
  [['--rounds=-1'], /^--rounds must be/],
  [['--rounds', 'many'], /^--rounds must be/],
  [['--fast'], /--fast/],
  [['P4'], /P4/],
] as const) {
  test(`refused: ${args.join(' ')}`, () => {
    assert.throws(
      () => parseArguments(args, known),
      (error) => error instanceof UsageError && sentence.test(error.message),
    );
  });
}
