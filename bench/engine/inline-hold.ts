import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';
import { createEngine } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { MessageShape } from '#gateway/mcp/message-shape.js';
import { defaultOf } from '#gateway/server/config/config.js';
import { createDispatch, type Job } from '#workers/dispatch.js';
import { ownBytes } from '#workers/owned-bytes.js';
import type { PoolJob } from '#workers/pool.js';
import { RunTimes } from '#workers/run-times.js';
import { Random } from '../corpora.js';
import { sizedJobs } from '../http/requests.js';
import { percentile } from '../percentile.js';
import { type Comparison, type Measurement, sampleOf } from '../row.js';
import { toolInput } from './tool-inputs.js';

const inlineMaxBytes = Number(defaultOf('INLINE_MAX_BYTES', {}));
/** Bodies from tiny ones to the largest that may run on the event loop, in characters of their text. */
const textCharacters = [100, 500, 1_000, 2_000, 4_000, 6_000, 7_900];
/** Before they count, so that tools are loaded and compiled. */
const warmUpJobs = 20_000;
const jobsInRound = 20_000;
const mostMs = 1;
/** The most steps of a workflow. */
const manySteps = 25;
/** The lengths of texts for them. */
const manyStepsCharacters = [100, 1_000, 7_900];
const messagesInRound = 200;

interface Work {
  readonly operation: OperationName;
  readonly body: Uint8Array;
}

/** P20: how long a job that runs on the event loop holds it, in a mix of all tools and operations. */
export const inlineHold: Measurement = {
  ids: ['P20'],
  async run({ rounds, progress }) {
    const mix = new Mix(await workOfAllTools());
    progress('jobs on the event loop, warm-up');
    mix.run(warmUpJobs);
    const held: number[][] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`jobs on the event loop, round ${round + 1}`);
      held.push(mix.run(jobsInRound));
    }
    const shares = held.map((times) => (100 * times.length) / jobsInRound);
    progress("agents' messages");
    const messages = Array.from({ length: rounds }, messageTurns);
    return [
      {
        id: 'P20',
        title:
          'how long a job on the event loop holds it: all tools, once and 25 times, and operations in turn, bodies of 0.1 to 8 KB',
        comparisons: [
          ...[50, 99, 99.9].map((percent) => heldComparison(`p${percent}`, percent, held)),
          heldComparison("agents' messages of 4 MB or 99,000 numbers around their arguments, p99.9", 99.9, messages),
          {
            name: 'jobs that run there',
            unit: '%',
            ours: sampleOf(shares),
            value: sampleOf(shares).median,
            valueUnit: '%',
          },
        ],
        notes: [
          'By the clock, and for one account that uses all tools: the worst case of the estimate of its next job.',
        ],
      },
    ];
  },
};

function heldComparison(name: string, percent: number, held: readonly (readonly number[])[]): Comparison {
  const ours = sampleOf(held.map((times) => percentile(times, percent)));
  const target = percent === 99.9 && { target: { atMost: mostMs } };
  return { name, unit: 'ms', ours, value: ours.median, valueUnit: 'ms', ...target };
}

/** Returns how long the event loop is held by each piece of messages that are refused before they are parsed. */
function messageTurns(): number[] {
  const numbers = Array(99_000).fill(0);
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const messages = [
    { ...message, id: 'i'.repeat(4_000_000) },
    { ...message, id: '"'.repeat(2_000_000) },
    { ...message, id: numbers },
    { ...message, params: { _meta: { numbers } } },
    { ...message, method: 'tools/call', params: { name: 'sort_dedupe_lines', arguments: { lines: numbers } } },
  ].map((each) => Buffer.from(JSON.stringify(each)));
  const times: number[] = [];
  for (let count = 0; count < messagesInRound; count++) {
    for (const bytes of messages) {
      const shape = new MessageShape(bytes);
      for (let isTooMuch: boolean | undefined; isTooMuch === undefined; ) {
        const startedAt = performance.now();
        isTooMuch = shape.advance();
        times.push(performance.now() - startedAt);
        if (isTooMuch === false) throw new Error('The message would be parsed');
      }
    }
  }
  return times;
}

/** Jobs in random order, dispatched as in the gateway. What would go to a thread is done here, and not counted. */
class Mix {
  readonly #work: readonly Work[];
  readonly #random = new Random(3);
  readonly #dispatch: (job: Job) => void;
  #isOnThread = false;
  /** How long a body took that would go to a thread, in milliseconds: it is run once. */
  readonly #threadMs = new Map<Uint8Array, number>();
  #body: Uint8Array = new Uint8Array();

  constructor({ work, engine }: Awaited<ReturnType<typeof workOfAllTools>>) {
    this.#work = work;
    const runTimes = new RunTimes();
    const submit = ({ operation, body, tenant, settle }: PoolJob): void => {
      this.#isOnThread = true;
      let ms = this.#threadMs.get(this.#body);
      if (ms === undefined) {
        const startedAt = performance.now();
        if (operation === 'as-is') throw new Error('Nothing is packed here');
        engine.execute(operation, body.memory.subarray(0, body.length));
        ms = performance.now() - startedAt;
        this.#threadMs.set(this.#body, ms);
      }
      runTimes.note({ tenant, operation, bytes: body.length }, ms);
      settle({ kind: 'busy', reason: 'stopped' });
    };
    this.#dispatch = createDispatch(engine, { runTimes, submit }, inlineMaxBytes);
  }

  /** Returns how long each job held the event loop that ran there, in milliseconds. */
  run(jobs: number): number[] {
    const times: number[] = [];
    for (let count = 0; count < jobs; count++) {
      const { operation, body } = this.#random.pick(this.#work);
      this.#isOnThread = false;
      this.#body = body;
      const job = {
        operation,
        tenant: 'account',
        body: ownBytes(Uint8Array.from(body)),
        isWanted: () => true,
        deliver() {},
      };
      const startedAt = performance.now();
      this.#dispatch(job);
      if (!this.#isOnThread) times.push(performance.now() - startedAt);
    }
    return times;
  }
}

async function workOfAllTools() {
  const work: Work[] = [];
  for (const characters of textCharacters) {
    for (const { category, slug } of toolFiles(toolsDirectory)) {
      const given = toolInput(category, slug, characters);
      if (given === undefined) continue;
      const { input, config } = given;
      const step = { toolSlug: slug, config };
      const workflows = manyStepsCharacters.includes(characters) ? [[step], Array(manySteps).fill(step)] : [[step]];
      for (const steps of workflows) {
        const body = Buffer.from(JSON.stringify({ input, steps }));
        if (body.length <= inlineMaxBytes) work.push({ operation: 'run', body });
      }
    }
    for (const { operation, body } of sizedJobs(characters).values()) work.push({ operation, body });
  }
  return { work, engine: createEngine(await loadCatalogue()) };
}
