import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import type { StepBounds } from '#engine/core/work-budget.js';
import { createEngine } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { urls } from '../url-corpora.js';
import { costLengths, hardestTimes, shortCharacters } from './cost-timing.js';
import { leastMicroseconds, quickMs } from './exact-clock.js';
import { hostileTexts } from './hostile-texts.js';
import { texts } from './texts.js';

/** What an operation costs: microseconds for a short text, and for each 1,000 characters, lines or parts. */
export type OperationCost = readonly [fixed: number, perThousand: number];

/** Texts that people send to the operations. */
const everydayTexts: Readonly<Record<string, (characters: number) => string>> = {
  prose: texts.prose,
  lines: texts.lines,
  accents: texts.accents,
  JSON: texts.json,
  urls: (characters) => filled(characters, `${urls(500).join('\n')}\n`),
  'tracked URLs': (characters) =>
    filled(characters, 'https://example.com/?utm_source=a&fbclid=b&x=1&gclid=2#:~:text=a\n'),
};

function filled(characters: number, piece: string): string {
  return piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters);
}

/** How many texts that look hardest are measured exactly. */
const candidates = 4;
/** More than for a tool: all jobs depend on these figures. */
const rounds = 10;
const mostBytes = 8_000;

/** Cuts a text so that its JSON fits into a body that may run on the event loop. */
function fitting(text: string): string {
  const bytes = Buffer.byteLength(JSON.stringify(text));
  return text.slice(0, Math.floor(text.length * Math.min(1, mostBytes / bytes)));
}

/** Measures what requests cost beside their tools: reading, the two list operations, groups. */
export async function operationCosts(
  progress: (what: string) => void,
): Promise<Readonly<Record<string, OperationCost>>> {
  const catalogue = await loadCatalogue();
  const bounds: StepBounds = { runStep: (_, execute) => execute(() => undefined) };
  const sorting = createEngine(catalogue, bounds);
  // The kernels leave any text to the strings for one character.
  const others = createEngine(catalogue, bounds, undefined, () => undefined);
  let done = 0;
  const callOf = (operation: OperationName, request: object) => {
    const body = Buffer.from(JSON.stringify(request));
    const engine = operation === 'sort-dedupe' ? sorting : others;
    return () => {
      done += engine.execute(operation, body).body.byteLength;
    };
  };
  const costOf = (operation: OperationName, request: object): number =>
    leastMicroseconds(callOf(operation, request), rounds);
  /** The hardest text of each length, among those that fit into a body for the event loop. */
  const hardest = (operation: OperationName, options: object, prepared = (text: string) => text): OperationCost => {
    const costAt = (characters: number, times: number, all: Iterable<string>) => {
      const calls = Array.from(all, (text) => {
        const input = prepared(fitting(text.slice(0, characters)));
        const call = callOf(operation, { input, ...options });
        return { input, call, ms: quickMs(call) };
      });
      const slowest = calls.toSorted((a, b) => b.ms / b.input.length - a.ms / a.input.length).slice(0, candidates);
      return slowest.map(({ input, call }) => ({
        length: input.length,
        microseconds: leastMicroseconds(call, rounds) / times,
      }));
    };
    const at = (characters: number) => [
      ...costAt(
        characters,
        1,
        Object.values(everydayTexts).map((text) => text(characters)),
      ),
      ...costAt(
        characters,
        hardestTimes,
        Array.from(hostileTexts(characters), ({ text }) => text),
      ),
    ];
    // The first time, code is still being compiled.
    costLengths.flatMap(at);
    const fixed = Math.max(...at(shortCharacters).map(({ microseconds }) => microseconds));
    const rates = costLengths.flatMap(at).map(({ microseconds, length }) => (1_000 * (microseconds - fixed)) / length);
    return [fixed, Math.max(0, ...rates)];
  };
  progress('run');
  const run = hardest('run', { steps: ['head-lines'] });
  progress('sanitize');
  const sanitize = hardest('sanitize', {});
  progress('sanitize, explained');
  const explained = hardest('sanitize', { explain: true });
  progress('sort-dedupe');
  const sort = hardest('sort-dedupe', { sort: false, dedupe: false }, (text) => text.replaceAll(/[\n\r]/g, ' '));
  const lines = (input: string, options: object) => {
    const count = 1_000;
    const all = Array.from({ length: count }, (_, index) => `${(index * 7_919) % count}${input}`).join('\n');
    const isHard = input === ' ß' || input === '\u0301';
    return costOf('sort-dedupe', { input: all, ...options }) / (isHard ? hardestTimes : 1);
  };
  lines('', {});
  const perLine = Math.max(
    ...['', 'é', ' ß', 'a', '\u0301'].flatMap((end) => [
      lines(end, {}),
      lines(end, { ignoreCase: true }),
      lines(end, { order: 'desc', trim: true }),
    ]),
  );
  progress('groups');
  const group = hardest('run', { steps: [{ steps: ['head-lines'] }] });
  const parts = Math.max(
    ...['line', 'paragraph', { field: { fields: [1] } }, { csv: { columns: [1] } }].map((each) => {
      const input = 'a,b\n\n'.repeat(1_000);
      return costOf('run', { input, steps: [{ each, steps: ['head-lines'], when: { contains: 'a' } }] });
    }),
  );
  if (done === 0) throw new Error('Nothing was measured');
  return {
    run,
    sanitize,
    'sanitize:explain': explained,
    'sort-dedupe': sort,
    'sort-dedupe:lines': [0, perLine],
    group: [Math.max(0, group[0] - run[0]), Math.max(0, group[1] - run[1])],
    'group:parts': [0, parts],
  };
}
