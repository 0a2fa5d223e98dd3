import { lines, Random } from '../corpora.js';
import type { Comparison, Context, Measurement } from '../row.js';
import { CyberChef } from './cyberchef.js';
import { engineCall } from './engine-call.js';
import { timedComparison } from './in-turn.js';
import { hasLocale, type Order, recipe, withLodash, withShell } from './pipeline-peers.js';

const characters = 500_000;
/** How long each peer is measured in a round, in milliseconds. */
const turnMs = 150;
const callsPerTurn = 3;

/** Another program that runs the pipeline. */
interface Peer {
  readonly name: string;
  readonly order: Order;
  /** Its result, which is compared with ours. */
  readonly result: string;
  /** Returns the median time of a call, in milliseconds. */
  measure(): Promise<number>;
}

/** P13: compares a pipeline (trim, remove blank lines, unique, sort, upper-case) with other programs. */
export const pipeline: Measurement = {
  ids: ['P13'],
  async run(context) {
    const input = logText();
    const notes: string[] = [];
    const { peers, stop } = await peersOf(input, context, notes);
    const comparisons: Comparison[] = [];
    try {
      for (const peer of peers) {
        const { call } = engineCall('run', { input, steps: stepsFor(peer.order) });
        const { result } = JSON.parse(Buffer.from(call()).toString()) as { result: string };
        if (result !== peer.result) notes.push(difference(peer, result));
        comparisons.push(await compare(peer, call, context));
      }
    } finally {
      stop();
    }
    const title = `trim, remove blanks, unique, sort, upper-case of ${characters.toLocaleString('en')} characters, speedup`;
    return [{ id: 'P13', title, comparisons, notes }];
  },
};

/** Returns indented log lines with blank lines between them: at most {@link characters} UTF-16 code units. */
function logText(): string {
  const random = new Random(19);
  return lines('logs', 10_000)
    .map((line) => `${' '.repeat(random.integer(0, 4))}${line}${random.pick(['', ' ', '\n', '\n\n'])}`)
    .join('\n')
    .slice(0, characters);
}

function stepsFor(order: Order): readonly (string | object)[] {
  const mode = order === 'code point' ? 'codepoint' : 'alphabetical';
  const sort = { toolSlug: 'sort-lines', config: { mode } };
  return ['trim-lines', 'remove-blank-lines', 'remove-duplicate-lines', sort, 'upper-case'];
}

async function peersOf(input: string, context: Context, notes: string[]) {
  const peers: Peer[] = [];
  for (const order of ['code point', 'alphabetical'] as const) {
    const body = Buffer.from(JSON.stringify({ input }));
    const { result } = JSON.parse(withLodash(body, order).toString()) as { result: string };
    peers.push({ name: 'lodash', order, result, measure: () => medianTime(() => withLodash(body, order)) });
  }
  for (const [locale, order] of [
    ['C', 'code point'],
    ['en_US.UTF-8', 'alphabetical'],
  ] as const) {
    if (hasLocale(locale)) peers.push(await shellPeer(input, locale, order));
    else notes.push(`The shell pipe was not measured with ${locale}: the machine does not have this locale.`);
  }
  const chef = await CyberChef.start(context.progress).catch((error: Error) => {
    notes.push(`CyberChef was not measured: ${error.message.split('\n')[0]}.`);
  });
  if (chef !== undefined) {
    const result = await chef.prepare(input, recipe);
    peers.push({ name: 'CyberChef', order: 'code point', result, measure: () => chef.measure(turnMs) });
  }
  return { peers, stop: () => chef?.stop() };
}

async function shellPeer(input: string, locale: string, order: Order): Promise<Peer> {
  const bytes = Buffer.from(input);
  // Its last line always has a line ending; ours only if that of the text has one.
  const result = (await withShell(bytes, locale)).toString().replace(/\n$/, '');
  const name = `shell pipe, LC_ALL=${locale}`;
  return { name, order, result, measure: () => medianTime(() => withShell(bytes, locale)) };
}

async function compare({ name, order, measure }: Peer, call: () => unknown, { rounds, progress }: Context) {
  progress(`P13 compared with ${name}, ${order} order`);
  const [ours, theirs]: [number[], number[]] = [[], []];
  const turns = [async () => ours.push(await medianTime(call)), async () => theirs.push(await measure())];
  await medianTime(call);
  await measure();
  for (let round = 0; round < rounds; round++) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  const target = { atLeast: 1 };
  return timedComparison({ name: `${order} order`, reference: name, compared: 'speed', target }, ours, theirs);
}

async function medianTime(call: () => unknown): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + turnMs; times.length < callsPerTurn || performance.now() < end; ) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function difference({ name, order, result }: Peer, ours: string): string {
  const [their, own] = [result.split('\n'), ours.split('\n')];
  const same = their.toSorted().join('\n') === own.toSorted().join('\n');
  const what = same ? 'has the same lines in a different order' : `has ${their.length} lines, ours has ${own.length}`;
  return `${name}, ${order} order: its result ${what}.`;
}
