// @ts-check
// `npm run bench:thread`: compares the start of a pool thread with that of a bare thread and of one with all tools
// loaded.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from '../gateway/build/build.mjs';

const rounds = 7;
const release = await build();
const lazyEngine = readdirSync(release).find((name) => /^lazy-engine-\w+\.mjs$/.test(name)) ?? '';
const tools = readdirSync(join(release, 'engine', 'tools'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => urlOf('engine', 'tools', name));

const startEngine = `const { createLazyEngine } = await import('${urlOf(lazyEngine)}'); createLazyEngine();`;

/** What each kind of thread runs before it reports. */
const kinds = {
  'a bare thread': '',
  'as the pool starts it': startEngine,
  'with every tool loaded': `${startEngine} for (const url of ${JSON.stringify(tools)}) await import(url);`,
};

process.stdout.write(`${''.padEnd(24)}${'ms'.padStart(8)}${'MiB heap'.padStart(10)}   medians of ${rounds}\n`);
/** @type {Map<string, { ms: number, heap: number }[]>} */
const measured = new Map();
for (let round = 0; round < rounds; round++) {
  for (const [kind, work] of Object.entries(kinds)) {
    const figures = measured.get(kind) ?? [];
    figures.push(await start(work));
    measured.set(kind, figures);
  }
}
for (const [kind, figures] of measured) {
  const [ms, heap] = [median(figures.map((figure) => figure.ms)), median(figures.map((figure) => figure.heap))];
  process.stdout.write(`${kind.padEnd(24)}${ms.toFixed(0).padStart(8)}${(heap / 2 ** 20).toFixed(1).padStart(10)}\n`);
}

/**
 * @param {string} work - JavaScript; may use `await`.
 * @returns {Promise<{ ms: number, heap: number }>} from the start to the report, and the heap then, in bytes.
 */
async function start(work) {
  const report = "require('node:worker_threads').parentPort.postMessage(process.memoryUsage().heapUsed)";
  const began = performance.now();
  const worker = new Worker(`(async () => { ${work}; ${report}; })();`, { eval: true });
  const heap = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const ms = performance.now() - began;
  await worker.terminate();
  return { ms, heap };
}

/** @param {string[]} path - in the release. */
function urlOf(...path) {
  return pathToFileURL(join(release, ...path)).href;
}

/** @param {number[]} figures */
function median(figures) {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
