import { describe, test } from 'node:test';
import { figure } from '../support/reliability.js';
import { numbersAtMaximum } from '../support/tool-configs.js';
import {
  assertAsksFirst,
  assertHandles,
  catalogue,
  length,
  longest,
  mostGrowth,
  slowest,
  steep,
  steepest,
  texts,
} from './hostile-texts/tool-runs.js';

describe(`each tool handles ${texts.length} hostile texts of ${length} characters`, () => {
  for (const [slug, entry] of catalogue) {
    test(slug, (t) => assertHandles(entry, (message) => t.diagnostic(message)));
  }

  test('summary of the figures', (t) => {
    figure(
      t,
      'R13',
      `${catalogue.size} tools on ${texts.length} texts of ${length} characters; slowest ${slowest.ms.toFixed(0)} ms (${slowest.what}); ` +
        `longest output ${longest.length} (${longest.what}); steeper than n^${steepest}: ${steep.join(', ') || 'none'}`,
    );
  });
});

describe(`each tool with a number at its maximum asks before it writes ${mostGrowth} times its text`, () => {
  for (const [slug, entry] of catalogue) {
    if (numbersAtMaximum(entry).length > 0) test(slug, () => assertAsksFirst(entry));
  }
});
