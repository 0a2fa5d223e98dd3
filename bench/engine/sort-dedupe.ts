import { type LinesName, lines, linesNames } from '../corpora.js';
import type { Measurement } from '../row.js';
import { engineCall } from './engine-call.js';
import { compareInTurn } from './in-turn.js';
import { floorName, jsonFloor } from './json-floor.js';

export const lineCount = 5_000;
const mostTimes: Readonly<Record<LinesName, number>> = { words: 0.6, logs: 0.6, mixed: 0.9, accents: 0.8 };

/** P5: `/v1/sort-dedupe` with the largest number of lines, from bytes to bytes. */
export const sortDedupe: Measurement = {
  ids: ['P5'],
  async run({ rounds, progress }) {
    const comparisons = linesNames.map((name) => {
      progress(`P5 sort-dedupe, ${lineCount} lines, ${name}`);
      const { body, call } = engineCall('sort-dedupe', { lines: lines(name, lineCount) });
      const target = { atMost: mostTimes[name] };
      return compareInTurn({ name, ours: call, reference: floorName, theirs: jsonFloor(body), target }, rounds);
    });
    const title = `sort-dedupe, ${lineCount.toLocaleString('en')} lines, engine from bytes to bytes`;
    return [{ id: 'P5', title, comparisons, notes: [] }];
  },
};
