import { sortAlphabetically } from '#engine/text/order/alphabetical-order.js';
import { lines, linesNames } from '../corpora.js';
import type { Measurement, Target } from '../row.js';
import { compareInTurn } from './in-turn.js';
import { lineCount } from './sort-dedupe.js';

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
