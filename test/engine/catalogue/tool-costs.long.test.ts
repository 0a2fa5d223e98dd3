import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hardestTimes } from '#bench/engine/cost-timing.js';
import { leastMicroseconds, referenceMicroseconds } from '#bench/engine/exact-clock.js';
import { hostileTexts } from '#bench/engine/hostile-texts.js';
import { toolInput } from '#bench/engine/tool-inputs.js';
import { type CatalogueEntry, loadCatalogue } from '#engine/catalogue/catalogue.js';
import { measuredCosts, referenceMicroseconds as referenceThen } from '#engine/catalogue/measured-costs.js';
import { costName, costOfTool, microsecondsOf } from '#engine/catalogue/tool-costs.js';
import { ToolError } from '#engine/core/errors.js';
import { OutputLimit } from '#engine/core/tool.js';
import { inlineCharacters } from '#engine/core/work-budget.js';

/** Code that many tools share is slower than in a thread of its own, and other work of the machine takes the caches. */
const mostTimes = 4;
const limit = new OutputLimit(inlineCharacters);
const catalogue = await loadCatalogue();
/** How many times as long as the machine that measured this one takes, while its other work lasts. */
const slowness = referenceMicroseconds() / referenceThen;

/** Returns the processor time of a tool in microseconds. */
function timeOf({ tool }: CatalogueEntry, text: string, config: object): number {
  const call = () => {
    try {
      tool.run(text, config, limit);
    } catch (error) {
      if (!(error instanceof ToolError || error instanceof RangeError)) throw error;
    }
  };
  for (let warmUp = 0; warmUp < 20; warmUp++) call();
  return leastMicroseconds(call);
}

function validConfigs({ tool, validateConfig }: CatalogueEntry, given: object): object[] {
  return [given, ...tool.examples.map(({ config = {} }) => config)]
    .map((config) => structuredClone(config))
    .filter((config) => validateConfig(config) === undefined);
}

const hard = new Set(['"\\n"', '"1.1.1."', '"a b "', '"[1,"', 'random UTF-16 code units', 'mixture 1']);

for (const entry of catalogue.values()) {
  const { slug } = entry.tool;
  test(`${slug} takes no longer than its measured cost`, { skip: !hasFigures(slug) }, () => {
    for (const length of [16, 1_000, 8_000]) {
      const everyday = toolInput(entry.category, slug, length);
      const kinds = [
        { text: everyday?.input ?? '', times: 1 },
        ...Array.from(hostileTexts(length))
          .filter(({ name }) => hard.has(name))
          .map(({ text }) => ({ text, times: hardestTimes })),
      ];
      for (const config of validConfigs(entry, everyday?.config ?? {}).slice(0, 3)) {
        if (typeof measuredCosts[costName(entry.tool, config)] !== 'object') continue;
        for (const { text, times } of kinds) {
          const expected = microsecondsOf(costOfTool(entry.tool, config), text.length);
          const ms = timeOf(entry, text, config);
          const most = mostTimes * slowness * times * (expected + 1);
          assert.ok(
            ms <= most,
            `${ms} µs for ${expected} expected: ${length} ${JSON.stringify(config)} ${text.slice(0, 20)}`,
          );
        }
      }
    }
  });
}

function hasFigures(slug: string): boolean {
  return Object.entries(measuredCosts).some(([name, cost]) => name.split(':')[0] === slug && typeof cost === 'object');
}
