import { after } from 'node:test';

/** What a cleanup belongs to: a test's context, or `{ after }` of node:test for a suite or a whole file. */
export interface CleanupScope {
  after(cleanup: () => Promise<void>): void;
}

type Cleanup = () => Promise<void>;

/** The cleanups whose scope has not ended, oldest first. */
const pending = new Set<Cleanup>();
/** Whether the file has ended. The body of a suite that is left out may still run: node:test does not wait for it. */
let hasEnded = false;

/**
 * Runs a cleanup when its scope ends, and at the end of the file if the scope's hooks never run: node:test runs the body
 * of a suite without a test that matches `--test-name-pattern`, but not its hooks.
 */
export function cleanUpAfter(scope: CleanupScope, cleanup: () => Promise<void> | void): void {
  const once: Cleanup = async () => {
    if (pending.delete(once)) await cleanup();
  };
  pending.add(once);
  scope.after(once);
  if (hasEnded) void once();
}

/**
 * The scope of a suite, for what its `before` hook starts: there, `after` of node:test would belong to the hook. Call it in
 * the body of the suite.
 */
export function suiteScope(): CleanupScope {
  const cleanups: Cleanup[] = [];
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });
  return { after: (cleanup) => void cleanups.push(cleanup) };
}

/** Whether this is the process of a test file: of `node --test`, or of test/run.mjs, which gives it a reporter. */
const isTestFile =
  process.env.NODE_TEST_CONTEXT !== undefined || process.execArgv.some((option) => option.startsWith('--test-'));

// Elsewhere, as in take-picture.ts, the hook would start the runner of node:test.
if (isTestFile) {
  after(async () => {
    hasEnded = true;
    for (const cleanup of [...pending].reverse()) await cleanup();
  });
}
