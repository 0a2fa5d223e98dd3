import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BatchPlan } from '#workers/batch.js';
import { RunTimes } from '#workers/run-times.js';

const small = { bodyBytes: 40_000, expectedMs: 0.5 };

/** Returns how many of the jobs a thread takes together. */
function taken(jobs: readonly Parameters<BatchPlan['admits']>[0][], waiting: number, threads: number): number {
  const plan = new BatchPlan(waiting, threads);
  const end = jobs.findIndex((job) => !plan.admits(job));
  return end === -1 ? jobs.length : end;
}

describe('a free thread takes', () => {
  const many = Array.from({ length: 20 }, () => small);
  const cases = [
    ['one job if each thread can have one', many, 2, 2, 1],
    ['its share of the backlog', many, 6, 2, 3],
    ['at most eight jobs', many, 20, 1, 8],
    ['as many as are expected to take 5 ms', many.map((job) => ({ ...job, expectedMs: 2 })), 20, 1, 2],
    ['an expensive job alone', [{ ...small, expectedMs: 50 }, small], 20, 1, 1],
    ['a job of unknown cost alone', [{ ...small, expectedMs: undefined }, small], 20, 1, 1],
    ['no job of unknown cost with another', [small, { ...small, expectedMs: undefined }], 20, 1, 1],
    ['a long body alone', [{ ...small, bodyBytes: 200_000 }, small], 20, 1, 1],
  ] as const;
  for (const [what, jobs, waiting, threads, count] of cases) {
    test(what, () => assert.equal(taken(jobs, waiting, threads), count));
  }
});

describe('the expected time of a job', () => {
  const job = { tenant: 'a', operation: 'run', bytes: 9_216 } as const;

  function measured(...runs: number[]): RunTimes {
    const times = new RunTimes();
    for (const runMs of runs) times.note(job, runMs);
    return times;
  }

  test('is unknown before three jobs of the same tenant and operation, of which the fastest counts', () => {
    assert.equal(measured(90, 4).expectedMs(job), undefined);
    const times = measured(90, 4, 5);
    assert.equal(times.expectedMs(job), 4);
    assert.equal(times.expectedMs({ ...job, tenant: 'b' }), undefined);
    assert.equal(times.expectedMs({ ...job, operation: 'sanitize' }), undefined);
  });

  test('grows with the length of the body', () => {
    assert.equal(measured(4, 4, 4).expectedMs({ ...job, bytes: 2 * (job.bytes + 1_024) - 1_024 }), 8);
  });

  test('hardly follows one job that waited for a processor, and soon follows faster ones', () => {
    assert.equal(measured(1, 1, 1, 1_000).expectedMs(job), 1.375);
    assert.equal(measured(1, 1, 1, 1_000, 1).expectedMs(job), 1.1875);
  });

  test('follows jobs that have become slow', () => {
    const times = measured(1, 1, 1, ...Array.from({ length: 20 }, () => 100));
    assert.ok((times.expectedMs(job) ?? 0) > 50);
  });

  test('does not take memory for each of an endless number of tenants', () => {
    const times = measured(1, 1, 1);
    for (let tenant = 0; tenant < 10_000; tenant++) times.note({ ...job, tenant: `${tenant}` }, 1);
    assert.equal(times.expectedMs(job), undefined);
  });

  test('stays known while its tenant sends jobs, however many others there are', () => {
    const times = measured(1, 1, 1);
    for (let tenant = 0; tenant < 25_000; tenant++) {
      times.note({ ...job, tenant: `${tenant}` }, 1);
      if (tenant % 5_000 === 0) assert.equal(times.expectedMs(job), 1);
    }
    assert.equal(times.expectedMs(job), 1);
  });
});
