import { describe, test } from 'node:test';
import { inheritedTexts } from '../support/inherited-names.js';
import { figure, full } from '../support/reliability.js';
import { assertNothingPolluted, catalogue, found, runOverNames } from './pollution/tool-runs.js';

describe('every tool over all texts full of inherited names', () => {
  for (const slug of catalogue.keys()) {
    // In the moderate form a few of the configs, different ones for each text.
    test(slug, () => runOverNames(slug, (text, config, configs) => full || (config + text) % configs < 2));
  }
});

test('no prototype was polluted, in this process or on the thread', async (t) => {
  await assertNothingPolluted();
  figure(
    t,
    'R12',
    `${found.runs} runs of ${catalogue.size} tools over ${Object.keys(inheritedTexts).length} texts: no prototype changed, on the event loop or on a thread`,
  );
});
