// @ts-check
// A Fastify server with Textmill's features and engine, as an experienced Fastify user would write it: with Fastify's
// plugins, without logging, with synchronous hooks, and with the body as bytes, so that only the engine parses,
// validates (ajv) and serialises. The buckets of the keys are Textmill's class: simple arithmetic in memory that a
// Fastify service needs too. The quota is a counter in memory.
import { hash } from 'node:crypto';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { Piscina } from 'piscina';

/** @typedef {{ readonly id: string, readonly accountId: string, readonly origins: ReadonlySet<string> }} Key */
/** @typedef {import('../../../engine/operations/operation.js').OperationName} OperationName */

const {
  burstPerIp,
  burstPerKey,
  dailyQuota,
  maxBodyBytes,
  apiKey,
  origins,
  textmill,
  threads = 0,
} = JSON.parse(process.env.SETTINGS ?? '{}');
const { engine, BurstLimiter, systemClock } = await loadTextmill(textmill);
/** Of a body that goes to a thread, if there are any. */
const largeBytes = 10_000;
const filename = new URL('fastify-thread.mjs', import.meta.url).href;
const pool =
  threads === 0
    ? undefined
    : new Piscina({ filename, minThreads: threads, maxThreads: threads, workerData: { textmill } });

/** @type {ReadonlyMap<string, Key>} by the SHA-256 of their secret. */
const keys = new Map([[hash('sha256', apiKey, 'hex'), { id: 'key_1', accountId: 'acc_1', origins: new Set(origins) }]]);
const buckets = new BurstLimiter({ kind: 'key', limit: burstPerKey, clock: systemClock });
/** @type {Map<string, number>} requests of each account: a run is shorter than the window, so none expires. */
const used = new Map();

const app = Fastify({ logger: false, bodyLimit: maxBodyBytes, requestIdHeader: 'x-request-id' });

app.addHook('onRequest', (request, reply, done) => {
  reply.header('x-request-id', request.id);
  done();
});
await app.register(cors, {
  origin: origins,
  methods: ['POST', 'OPTIONS'],
  allowedHeaders: ['Content-Type', 'x-api-key'],
  strictPreflight: false,
});
// The API has no rate-limit headers. Leaving them out is also faster.
const noHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
await app.register(rateLimit, {
  max: burstPerIp,
  timeWindow: '1 minute',
  addHeaders: { ...noHeaders, 'retry-after': false },
  addHeadersOnExceeding: noHeaders,
  errorResponseBuilder: () => refusal(429, 'Rate limit exceeded'),
});
app.setErrorHandler((error, _request, reply) => {
  const { statusCode = 500, message } = /** @type {{ statusCode?: number, message: string }} */ (error);
  void reply.code(statusCode).send({ error: statusCode < 500 ? message : 'Internal server error' });
});
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

for (const operation of /** @type {OperationName[]} */ (['run', 'sanitize', 'sort-dedupe'])) {
  app.post(`/v1/${operation}`, { onRequest: authorise }, async (request, reply) => {
    const json = /** @type {Buffer} */ (request.body);
    const { status, body } =
      pool === undefined || json.length < largeBytes
        ? engine.execute(operation, json)
        : await pool.run({ operation, json });
    await reply
      .code(status)
      .header('Content-Type', 'application/json; charset=utf-8')
      .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  });
}
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);

/**
 * Checks the key, the origin, the burst of the key and the quota of the account, in Textmill's order. The plugin has
 * checked the burst of the address before.
 *
 * @param {import('fastify').FastifyRequest} request
 * @param {import('fastify').FastifyReply} _reply
 * @param {(error?: Error) => void} done
 */
function authorise(request, _reply, done) {
  const secret = request.headers['x-api-key'];
  if (typeof secret !== 'string' || secret === '') return done(refusal(401, 'Missing API key'));
  const key = keys.get(hash('sha256', secret, 'hex'));
  if (key === undefined) return done(refusal(401, 'Invalid API key'));
  const { origin } = request.headers;
  if (origin !== undefined && !key.origins.has(origin)) return done(refusal(403, 'Origin not allowed'));
  if (!buckets.take(key.id)) return done(refusal(429, 'Rate limit exceeded'));
  const requests = (used.get(key.accountId) ?? 0) + 1;
  if (dailyQuota > 0 && requests > dailyQuota) return done(refusal(429, 'Rate limit exceeded'));
  used.set(key.accountId, requests);
  done();
}

/**
 * @param {number} statusCode
 * @param {string} message
 */
function refusal(statusCode, message) {
  return Object.assign(new Error(message), { statusCode });
}

/**
 * Loads Textmill's engine from the sources.
 *
 * @param {string} directory - the URL of the folder with engine/ and gateway/.
 */
async function loadTextmill(directory) {
  /** @type {typeof import('../../../engine/execute.js')} */
  const { createEngine } = await import(`${directory}engine/execute.js`);
  /** @type {typeof import('../../../engine/catalogue/catalogue.js')} */
  const { loadCatalogue } = await import(`${directory}engine/catalogue/catalogue.js`);
  /** @type {typeof import('../../../gateway/server/limits/burst-limiter.js')} */
  const { BurstLimiter } = await import(`${directory}gateway/server/limits/burst-limiter.js`);
  /** @type {typeof import('../../../gateway/core/clock.js')} */
  const { systemClock } = await import(`${directory}gateway/core/clock.js`);
  return { engine: createEngine(await loadCatalogue()), BurstLimiter, systemClock };
}
