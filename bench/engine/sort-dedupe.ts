import { sortAlphabetically } from '#engine/text/order/alphabetical-order.js';
import { type LinesName, lines, linesNames } from '../corpora.js';
import type { Measurement, Target } from '../row.js';
import { engineCall } from './engine-call.js';
import { compareInTurn } from './in-turn.js';
import { floorName, jsonFloor } from './json-floor.js';

const lineCount = 5_000;
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

const collator = new Intl.Collator('en');

/** The two ways of JavaScript to sort alphabetically. */
const references: Readonly<Record<string, { compare: (a: string, b: string) => number; target: Target }>> = {
  'Collator.compare': { compare: collator.compare, target: { atLeast: 2 } },
  localeCompare: { compare: (a, b) => a.localeCompare(b, 'en'), target: { atLeast: 1 } },
};

/** P6: only the alphabetical sort of `/v1/sort-dedupe`. */
export const sortStep: Measurement = {
  ids: ['P6'],
  async run({ rounds, progress }) {
    const comparisons = linesNames.flatMap((name) => {
      const unsorted = lines(name, lineCount);
      return Object.entries(references).map(([reference, { compare, target }]) => {
        progress(`P6 sort step, ${name}, compared with ${reference}`);
        const [ours, theirs] = [() => sortAlphabetically(unsorted, 'asc'), () => unsorted.toSorted(compare)];
        return compareInTurn({ name, ours, reference, theirs, compared: 'speed', target }, rounds);
      });
    });
    const title = `only the sort step of sort-dedupe, ${lineCount.toLocaleString('en')} lines, speedup`;
    return [{ id: 'P6', title, comparisons, notes: [] }];
  },
};
