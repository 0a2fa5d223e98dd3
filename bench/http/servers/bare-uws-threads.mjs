// @ts-check
// uWebSockets.js and worker threads with nothing on them: collects the body, transfers it to a thread that is busy for a
// while, and responds with the number of bytes in the path: `/40000/2500`, with the microseconds that the thread is busy.
// The least that an event loop does for a job on a thread with messages.
import { App, us_socket_local_port } from 'uWebSockets.js';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/**
 * A job on its way: its memory, the bytes of the response, and how long a thread is busy with it, in microseconds.
 * @typedef {{ memory: ArrayBuffer, bytes: number, busyUs: number }} Job
 */
/**
 * A request without a response.
 * @typedef {{ response: import('uWebSockets.js').HttpResponse, isGone: boolean, job: Job }} Waiting
 */

if (isMainThread) serve();
else parentPort?.on('message', (job) => parentPort?.postMessage(worked(job), [job.memory]));

function serve() {
  /** @type {Worker[]} */
  const idle = [];
  /** @type {Waiting[]} */
  const queue = [];
  /** @type {Map<Worker, Waiting>} */
  const running = new Map();
  /** @type {Waiting[]} */
  const ended = [];

  /** @param {Worker} worker */
  const takeNext = (worker) => {
    const next = queue.shift();
    if (next === undefined) idle.push(worker);
    else {
      running.set(worker, next);
      worker.postMessage(next.job, [next.job.memory]);
    }
  };
  // Not from inside a callback of the library, as in Textmill.
  const respondToAll = () => {
    for (const { response, isGone, job } of ended.splice(0)) {
      if (isGone) continue;
      const body = new Uint8Array(job.memory, 0, job.bytes);
      response.cork(() => response.writeHeader('Content-Type', 'application/json; charset=utf-8').end(body));
    }
  };
  for (let thread = 0; thread < Number(process.env.WORKER_THREADS); thread++) {
    const worker = new Worker(new URL(import.meta.url));
    worker.on('message', (/** @type {Job} */ job) => {
      const waiting = running.get(worker);
      if (waiting !== undefined) {
        waiting.job = job;
        if (ended.push(waiting) === 1) setImmediate(respondToAll);
      }
      takeNext(worker);
    });
    idle.push(worker);
  }

  App()
    .any('/*', (response, request) => {
      const [, bytes = 0, busyUs = 0] = request.getUrl().split('/').map(Number);
      const length = Math.max(Number(request.getHeader('content-length')), bytes);
      // Powers of two are found again sooner.
      const memory = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(length))).buffer;
      const waiting = { response, isGone: false, job: { memory, bytes, busyUs } };
      response.onAborted(() => {
        waiting.isGone = true;
      });
      let arrived = 0;
      response.onData((chunk, isLast) => {
        new Uint8Array(memory).set(new Uint8Array(chunk), arrived);
        arrived += chunk.byteLength;
        if (!isLast) return;
        queue.push(waiting);
        const worker = idle.pop();
        if (worker !== undefined) takeNext(worker);
      });
    })
    .listen('127.0.0.1', 0, (socket) => {
      if (!socket) throw new Error('No free port');
      process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${us_socket_local_port(socket)}` })}\n`);
    });
}

/**
 * Keeps the thread busy with the memory of a job.
 * @param {Job} job
 */
function worked(job) {
  const bytes = new Uint8Array(job.memory);
  const end = performance.now() + job.busyUs / 1_000;
  let sum = 0;
  while (performance.now() < end) for (let at = 0; at < bytes.length; at += 64) sum += bytes[at] ?? 0;
  bytes[0] = sum;
  return job;
}
