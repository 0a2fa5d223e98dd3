import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsOf } from '#bench/engine/cost-search.js';
import { referenceMicroseconds } from '#bench/engine/exact-clock.js';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { measuredCosts, referenceMicroseconds as referenceThen } from '#engine/catalogue/measured-costs.js';
import { type Cost, microsecondsOf } from '#engine/catalogue/tool-costs.js';

/** Two measurements on a busy machine differ; and in one process code that tools share is slower than in a thread each. */
const mostTimes = 4;
/** What is estimated much too high goes to a thread in vain. */
const mostTooHigh = 10;
const slowness = referenceMicroseconds() / referenceThen;

for (const entry of (await loadCatalogue()).values()) {
  const { slug, timeLimitMs } = entry.tool;
  test(`the measured cost of ${slug} is neither too low nor much too high`, { skip: timeLimitMs !== undefined }, () => {
    for (const [name, finding] of Object.entries(costsOf(entry, entry.category))) {
      const known = measuredCosts[name];
      // A library may have been loaded for the tools before.
      if (finding.kind === 'library' || known === 'library') continue;
      assert.ok(typeof known === 'object', name);
      const [fixed, perThousand] = known;
      for (const length of [16, 1_000, 8_000]) {
        const expected = slowness * microsecondsOf({ fixed, perThousand }, length);
        const found = microsecondsOf(finding satisfies Cost, length);
        const what = `${name}, ${length} characters: ${expected} µs expected, ${found} found (${finding.decisive})`;
        assert.ok(found <= mostTimes * (expected + 1), what);
        assert.ok(expected <= mostTooHigh * (found + 1), what);
      }
    }
  });
}
