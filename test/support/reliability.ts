import { mkdirSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { factsOf } from '#bench/facts.js';
import type { KeptFigure, RowId } from './reliability-rows.js';
import { figuresFolder } from './reliability-rows.js';
import { isFullForm } from './sample-size.js';

/** Whether tests run in their full form: `npm run test:full`. */
export const full = isFullForm;

/**
 * Returns the first of several in the moderate form, and all in the full one: of the HTTP servers, for tests of what is the
 * same over each.
 */
export function firstUnlessFull<Each>(all: readonly Each[]): readonly Each[] {
  return full ? all : all.slice(0, 1);
}

/**
 * Prints what a reliability test found, and in its full form keeps it for test/RELIABILITY.md.
 *
 * @param row - the promise that it holds.
 * @param found - the figure, as people read it.
 * @param part - which of several tests of the row, such as `over uws`.
 */
export function figure(t: TestContext, row: RowId, found: string, part = ''): void {
  t.diagnostic(`${row}${part && ` ${part}`}: ${found}`);
  if (!full) return;
  const { processor, cores, operatingSystem, node, commit, when } = factsOf({ rounds: 1, when: new Date() });
  const kept: KeptFigure = {
    row,
    part,
    found,
    machine: `${processor}, ${cores} cores, ${operatingSystem}`,
    node,
    commit,
    when,
  };
  mkdirSync(figuresFolder, { recursive: true });
  writeFileSync(
    new URL(`${row}${part && `-${part.replaceAll(/\W+/g, '-')}`}.json`, figuresFolder),
    `${JSON.stringify(kept, null, 2)}\n`,
  );
}
