import { type CorpusName, corpusNames, text } from '../corpora.js';
import type { Measurement } from '../row.js';
import { engineCall } from './engine-call.js';
import { compareInTurn } from './in-turn.js';
import { jsonFloor } from './json-floor.js';

const characters = 500_000;
const mostTimes: Readonly<Record<CorpusName, number>> = { ascii: 0.4, latin1: 0.5, cjk: 0.6, emoji: 0.8 };
const titles: Readonly<Record<CorpusName, string>> = { ascii: 'ASCII', latin1: 'Latin-1', cjk: 'CJK', emoji: 'emoji' };

/** P7: `/v1/run` with the cheapest step and the longest text, from bytes to bytes. */
export const upperCase: Measurement = {
  ids: ['P7'],
  async run({ rounds, progress }) {
    const comparisons = corpusNames.map((corpus) => {
      const name = titles[corpus];
      progress(`P7 upper-case, ${characters} characters, ${name}`);
      const { body, call } = engineCall('run', { input: text(corpus, characters), steps: ['upper-case'] });
      const target = { atMost: mostTimes[corpus] };
      const reference = 'naive toString, parse, stringify, Buffer';
      return compareInTurn({ name, ours: call, reference, theirs: jsonFloor(body), target }, rounds);
    });
    const title = `run with upper-case, ${characters.toLocaleString('en')} characters, engine from bytes to bytes`;
    return [{ id: 'P7', title, comparisons, notes: [] }];
  },
};
