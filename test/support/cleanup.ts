import { after } from 'node:test';

/** What a cleanup belongs to: a test's context, or `{ after }` of node:test for a suite or a whole file. */
export interface CleanupScope {
  after(cleanup: () => Promise<void>): void;
}

type Cleanup = () => Promise<void> | void;

/** The cleanups of each scope that has not ended, oldest first. */
const pending = new Map<CleanupScope, Cleanup[]>();
/** Whether the file has ended. The body of a suite that is left out may still run: node:test does not wait for it. */
let hasEnded = false;

/**
 * Runs a cleanup when its scope ends, and at the end of the file if the scope's hooks never run: node:test runs the body
 * of a suite without a test that matches `--test-name-pattern`, but not its hooks.
 *
 * The newest cleanup of a scope runs first, so a process has ended before its folder is removed; each runs, whatever
 * happens to the others. Hooks of node:test run oldest first, and those after one that fails do not run.
 *
 * @throws {Error} when the scope ends: what a cleanup threw, or an AggregateError of what several did.
 */
export function cleanUpAfter(scope: CleanupScope, cleanup: Cleanup): void {
  const cleanups = pending.get(scope);
  if (cleanups === undefined) {
    pending.set(scope, [cleanup]);
    scope.after(() => cleanUp(scope));
    if (hasEnded) void cleanUp(scope);
  } else {
    cleanups.push(cleanup);
  }
}

async function cleanUp(scope: CleanupScope): Promise<void> {
  try {
    await runAll(pending.get(scope) ?? []);
  } finally {
    pending.delete(scope);
  }
}

/** Runs cleanups, newest first, whatever happens to the others. @throws {Error} as {@link cleanUpAfter}. */
async function runAll(cleanups: Cleanup[]): Promise<void> {
  const errors: unknown[] = [];
  // A cleanup may start something that needs one itself.
  for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
    try {
      await cleanup();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} cleanups failed`);
}

/**
 * The scope of a suite, for what its `before` hook starts: there, `after` of node:test would belong to the hook. Call it in
 * the body of the suite.
 */
export function suiteScope(): CleanupScope {
  const cleanups: Cleanup[] = [];
  after(() => runAll(cleanups));
  return { after: (cleanup) => void cleanups.push(cleanup) };
}

/** Whether this is the process of a test file: of `node --test`, or of test/run.mjs, which gives it a reporter. */
const isTestFile =
  process.env.NODE_TEST_CONTEXT !== undefined || process.execArgv.some((option) => option.startsWith('--test-'));

// Elsewhere, as in take-picture.ts, the hook would start the runner of node:test.
if (isTestFile) {
  after(async () => {
    hasEnded = true;
    for (const scope of [...pending.keys()].reverse()) await cleanUp(scope);
  });
}
