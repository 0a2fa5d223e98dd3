import { describe, test } from 'node:test';
import { numbersAtMaximum } from '../support/tool-configs.js';
import { assertAsksFirst, assertHandles, catalogue, length, mostGrowth, texts } from './hostile-texts/tool-runs.js';

/**
 * Each tool gets one text in so many, and its neighbours in the catalogue the others: each change is tested with all tools
 * and all texts. `hostile-texts.full.test.ts` has every pair.
 */
const parts = 12;

/** Returns which texts the tool at a position of the catalogue gets. */
const chosenAt = (position: number, among: number) => (index: number) => index % among === position % among;

describe(`each tool handles some of ${texts.length} hostile texts of ${length} characters`, () => {
  for (const [position, [slug, entry]] of [...catalogue].entries()) {
    test(slug, (t) => assertHandles(entry, (message) => t.diagnostic(message), chosenAt(position, parts)));
  }
});

describe(`each tool with a number at its maximum asks before it writes ${mostGrowth} times its text`, () => {
  for (const [position, [slug, entry]] of [...catalogue].entries()) {
    if (numbersAtMaximum(entry).length > 0) test(slug, () => assertAsksFirst(entry, chosenAt(position, 4)));
  }
});
