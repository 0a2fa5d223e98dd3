import type { Measurement } from '../row.js';
import { urls, urlsNames } from '../url-corpora.js';
import { engineCall } from './engine-call.js';
import { compareInTurn } from './in-turn.js';
import { floorName, jsonFloor } from './json-floor.js';

const count = 500;

/** P4: `/v1/sanitize` with the largest number of URLs, from bytes to bytes. */
export const sanitize: Measurement = {
  ids: ['P4'],
  async run({ rounds, progress }) {
    const comparisons = urlsNames.map((name) => {
      progress(`P4 sanitize, ${count} URLs, ${name}`);
      const { body, call } = engineCall('sanitize', { urls: urls(count, name) });
      const target = name === 'mixed' ? { target: { atMost: 0.6 } } : {};
      return compareInTurn({ name, ours: call, reference: floorName, theirs: jsonFloor(body), ...target }, rounds);
    });
    return [{ id: 'P4', title: `sanitize, ${count} URLs, engine from bytes to bytes`, comparisons, notes: [] }];
  },
};
