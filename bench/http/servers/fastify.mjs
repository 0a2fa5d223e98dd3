// @ts-check
// Fastify with Textmill's features and Textmill's engine, as somebody would write it who knows Fastify: its own
// plugins where there are some, no logging, hooks that do not wait, and the body as bytes, so that it is parsed,
// validated (ajv) and serialised once, by the engine. Quota and the keys' buckets are Textmill's own classes: they are
// plain arithmetic in memory that a Fastify service would need as well.
import { hash } from 'node:crypto';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';

/** @typedef {{ readonly id: string, readonly accountId: string, readonly origins: ReadonlySet<string> }} Key */
/** @typedef {import('../../../engine/operations/operation.js').OperationName} OperationName */

const { burstPerIp, burstPerKey, dailyQuota, maxBodyBytes, apiKey, origins, floors } = JSON.parse(
  process.env.SETTINGS ?? '{}',
);
const { engine, BurstLimiter, DailyQuota, systemClock } = await loadFloors(floors);

/** @type {ReadonlyMap<string, Key>} by the SHA-256 of their secret. */
const keys = new Map([[hash('sha256', apiKey, 'hex'), { id: 'key_1', accountId: 'acc_1', origins: new Set(origins) }]]);
const buckets = new BurstLimiter({ kind: 'key', limit: burstPerKey, clock: systemClock });
const quota = new DailyQuota(systemClock);

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
// The contract of the service knows no rate-limit headers; not to write them is the faster setting as well.
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
  app.post(`/v1/${operation}`, { onRequest: authorise }, (request, reply) => {
    const { status, body } = engine.execute(operation, /** @type {Uint8Array} */ (request.body));
    reply.code(status).header('Content-Type', 'application/json; charset=utf-8').send(body);
  });
}
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);

/**
 * Key, origin, the key's burst, the account's quota: in the order of Textmill's checks. Runs behind the burst limit of
 * the address, which the plugin puts in front of each route.
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
  if (!quota.take(key.accountId, dailyQuota)) return done(refusal(429, 'Rate limit exceeded'));
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
 * Textmill's engine, compiled (`dist`) as Textmill itself runs in production, or from the sources in tests.
 *
 * @param {string} directory - URL of the folder that holds the floors.
 */
async function loadFloors(directory) {
  /** @type {typeof import('../../../engine/execute.js')} */
  const { createEngine } = await import(`${directory}engine/execute.js`);
  /** @type {typeof import('../../../engine/catalogue/catalogue.js')} */
  const { loadCatalogue } = await import(`${directory}engine/catalogue/catalogue.js`);
  /** @type {typeof import('../../../gateway/limits/burst-limiter.js')} */
  const { BurstLimiter } = await import(`${directory}gateway/limits/burst-limiter.js`);
  /** @type {typeof import('../../../gateway/limits/daily-quota.js')} */
  const { DailyQuota } = await import(`${directory}gateway/limits/daily-quota.js`);
  /** @type {typeof import('../../../gateway/core/clock.js')} */
  const { systemClock } = await import(`${directory}gateway/core/clock.js`);
  return { engine: createEngine(await loadCatalogue()), BurstLimiter, DailyQuota, systemClock };
}
