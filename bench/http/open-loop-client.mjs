// @ts-check
// Sends requests at fixed times, whether the earlier ones have responses or not, and measures each from the time at
// which it was due: a request that waits for a slow response counts as slow too (no coordinated omission). Runs as a
// process that receives a job and sends the result over IPC. Uses raw sockets, because a client must cost less than the
// server.
import { connect } from 'node:net';
import { createHistogram } from 'node:perf_hooks';

/** @typedef {import('./open-loop.js').OpenLoopJob} Job */
/** @typedef {{ due: number, measured: boolean, stream: Stream }} Request */

/**
 * How long the process sleeps between two checks of the clock and the sockets, in milliseconds. Node's timers have a
 * resolution of 1 ms, longer than a small request; polling without a pause would use a core that the server needs.
 * Requests are sent, and responses received, up to this much too late.
 */
const sleepMs = 0.1;
/** How long responses may take after the last request was sent, in milliseconds. */
const drainMs = 10_000;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** One kind of request, and its latencies. */
class Stream {
  latency = createHistogram();
  /** How late the client sent the requests: a part of the latency. */
  lateness = createHistogram();
  sent = 0;

  /**
   * @param {Job['streams'][number]} options
   * @param {Job} job
   * @param {number} start - of the schedule, in the milliseconds of `performance.now`.
   */
  constructor({ request: { path, headers, body }, perSecond }, { url, warmUpSeconds, seconds }, start) {
    const head = Object.entries({ ...headers, Host: new URL(url).host, 'Content-Length': Buffer.byteLength(body) });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    this.bytes = Buffer.from(`POST ${path} HTTP/1.1\r\n${lines}\r\n${body}`);
    this.start = start;
    this.intervalMs = 1_000 / perSecond;
    this.warmUpCount = Math.round(warmUpSeconds * perSecond);
    this.count = this.warmUpCount + Math.round(seconds * perSecond);
  }

  /**
   * @param {number} now
   * @returns {Request | undefined} the next request if it is due.
   */
  takeDue(now) {
    const due = this.start + this.sent * this.intervalMs;
    if (this.sent === this.count || due > now) return undefined;
    return { due, measured: this.sent++ >= this.warmUpCount, stream: this };
  }
}

/** A connection that sends one request at a time. */
class Connection {
  /** @type {Request | undefined} */
  request;
  missing = 0;
  head = '';

  /**
   * @param {URL} url
   * @param {(connection: Connection, status: number) => void} onResponse
   * @param {(error: Error) => void} onError
   */
  constructor(url, onResponse, onError) {
    this.onResponse = onResponse;
    this.socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    this.socket.on('data', (chunk) => this.receive(chunk));
    this.socket.on('error', onError);
    this.socket.on('close', () => onError(new Error('The server closed a connection')));
  }

  /** @param {Request} request */
  send(request) {
    this.request = request;
    this.socket.write(request.stream.bytes);
  }

  /** @param {Buffer} chunk */
  receive(chunk) {
    if (this.missing > 0) {
      this.missing -= chunk.byteLength;
    } else {
      this.head += chunk.toString('latin1');
      const end = this.head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(this.head.slice(0, end))?.[1]);
      this.missing = end + 4 + length - this.head.length;
    }
    if (this.missing > 0) return;
    const status = Number(this.head.slice(9, 12));
    this.head = '';
    this.onResponse(this, status);
  }
}

process.once('message', (/** @type {Job} */ job) => {
  run(job).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    },
  );
});
// The benchmark has ended.
process.on('disconnect', () => process.exit(1));

/**
 * @param {Job} job
 * @returns {Promise<import('./open-loop.js').OpenLoopResult>}
 */
function run(job) {
  return new Promise((resolve, reject) => {
    const { url, connections, warmUpSeconds, seconds } = job;
    // The connections are open by then.
    const start = performance.now() + 200;
    const deadline = start + (warmUpSeconds + seconds) * 1_000 + drainMs;
    // Streams with the same rate are not due at the same times.
    const streams = job.streams.map((kind, i) => new Stream(kind, job, start + i * 0.618));
    /** @type {Request[]} */
    const waiting = [];
    let open = streams.reduce((sum, { count }) => sum + count, 0);

    /** @type {Connection[]} */
    const free = Array.from({ length: connections }, () => new Connection(new URL(url), responded, reject));

    /** @param {Connection} connection @param {number} status */
    function responded(connection, status) {
      const { request } = connection;
      if (status !== 200 || request === undefined) return reject(new Error(`The server responded with ${status}`));
      open--;
      if (request.measured) request.stream.latency.record(nanoseconds(performance.now() - request.due));
      const next = waiting.shift();
      if (next === undefined) free.push(connection);
      else connection.send(next);
    }

    /** @param {Stream} stream @param {number} now */
    function sendDue(stream, now) {
      for (let request = stream.takeDue(now); request !== undefined; request = stream.takeDue(now)) {
        if (request.measured) stream.lateness.record(nanoseconds(now - request.due));
        // In turn: the server closes one that is not used.
        const connection = free.shift();
        if (connection === undefined) waiting.push(request);
        else connection.send(request);
      }
    }

    function turn() {
      const now = performance.now();
      for (const stream of streams) sendDue(stream, now);
      if (open === 0) return resolve({ streams: streams.map(summary) });
      if (now >= deadline) return reject(new Error(`${open} requests got no response`));
      Atomics.wait(sleeper, 0, 0, sleepMs);
      // Lets the event loop poll the sockets.
      setImmediate(turn);
    }
    turn();
  });
}

/** @param {number} ms */
function nanoseconds(ms) {
  return Math.max(1, Math.round(ms * 1e6));
}

/** @param {Stream} stream */
function summary({ latency, lateness }) {
  const ms = (/** @type {number} */ value) => value / 1e6;
  return {
    requests: latency.count,
    p50Ms: ms(latency.percentile(50)),
    p99Ms: ms(latency.percentile(99)),
    maxMs: ms(latency.max),
    sentLateP99Ms: ms(lateness.percentile(99)),
  };
}
