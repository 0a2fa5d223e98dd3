import { stackFrames } from '../../engine/core/errors.js';
import type { Job } from '../../workers/dispatch.js';
import { viewOf } from '../../workers/owned-bytes.js';
import type { AdminToken } from '../config/admin-token.js';
import type { RunningSettings } from '../config/running-settings.js';
import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import type { RequestHead } from '../http/head.js';
import { unsupportedMedia } from '../http/media.js';
import { allowedMethods, findResource, type Resource } from '../http/routes.js';
import type { BodyReader, Exchange, HttpHandler } from '../http/server.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';
import type { BurstLimiter } from '../limits/burst-limiter.js';
import { Charge, type Quotas } from '../limits/charge.js';
import type { AgentEndpoint } from '../mcp/agent-endpoint.js';
import { AgentExchange } from '../mcp/agent-exchange.js';
import { operationLabel } from '../observability/operation-label.js';
import type { RequestObserver } from '../observability/request-observer.js';
import type { Administration } from '../routes/administration.js';
import type { ConsoleDocuments } from '../routes/console.js';
import { type Metrics, metricsType } from '../routes/metrics.js';
import type { ReferenceDocuments } from '../routes/reference.js';
import type { StaticDocument } from '../routes/static-document.js';
import type { ToolDocuments } from '../routes/tools.js';
import { minuteOf } from '../store/minute-window.js';
import { Answer } from './answer.js';
import { isAllowedForKey, isAllowedForSomeKey, preflightHeaders } from './cors.js';
import { answerMissingBody, OperationCall } from './operation-call.js';
import { bearerToken, presentedKey } from './presented-secret.js';

export interface PipelineParts {
  readonly clock: Clock;
  readonly clientOf: (peer: string | Uint8Array, forwardedFor: string) => string;
  /** Whether a request comes from a page of the gateway itself, which needs no allowlist. */
  readonly isSameOrigin: (head: RequestHead) => boolean;
  readonly burstPerIp: BurstLimiter;
  readonly burstPerKey: BurstLimiter;
  readonly quotas: Quotas;
  /** Requests in 24 hours that a plan has; 0 for no limit. */
  readonly quotaOf: (key: ApiKey) => number;
  /** What the holder of a key is told of its use, as JSON in UTF-8. */
  readonly usageOf: (key: ApiKey) => Uint8Array;
  /** Whether keys of the plan `free` count as keys, and whether the metrics are for everybody. */
  readonly settings: RunningSettings;
  readonly keys: KeyStore;
  readonly adminToken: AdminToken;
  readonly administration: Administration;
  readonly agents: AgentEndpoint;
  /** Whether agents may reach the gateway under a `Host`. */
  readonly isHostForAgents: (host: string) => boolean;
  readonly tools: ToolDocuments;
  readonly reference: ReferenceDocuments;
  readonly console: ConsoleDocuments;
  readonly metrics: Metrics;
  readonly dispatch: (job: Job) => void;
  /** Drops the jobs that wait for a thread and that nobody waits for. */
  readonly dropUnwantedJobs: () => void;
  /** Whether new work can be taken: all threads are up, and nobody has asked the process to stop. */
  readonly isReady: () => boolean;
  /** Whether counters do not reach the store, and are kept in memory alone. */
  readonly isDegraded: () => boolean;
  /** Whether the process has been asked to stop, and answers no new work any more. */
  readonly isDraining: () => boolean;
  readonly log: Log;
  readonly observer: RequestObserver;
}

/** What is for everybody; all else is the operator's. */
const forEverybody: ReadonlySet<Resource['kind']> = new Set([
  ...(['operation', 'mcp', 'usage', 'tools', 'tool', 'openapi', 'docs', 'home', 'console'] as const),
]);

/** What a text may be sent to: an operation, or what speaks with agents. */
type TextResource = Extract<Resource, { readonly kind: 'operation' | 'mcp' }>;

/** What needs an API key. */
type KeyResource = Extract<Resource, { readonly kind: 'operation' | 'mcp' | 'usage' }>;

function needsKey(resource: Resource): resource is KeyResource {
  return resource.kind === 'operation' || resource.kind === 'mcp' || resource.kind === 'usage';
}

/** Where `/` leads. */
const consolePath = '/console/';

const alive = Buffer.from('{"status":"ok"}');
const degraded = Buffer.from('{"status":"degraded"}');

/** Prometheus before 2.55 sends no fields of one's own: where it looks, the token may come as RFC 6750 has it. */
function presentedToken({ adminToken, authorization }: RequestHead, { kind }: Resource): string {
  return kind !== 'metrics' || adminToken !== '' ? adminToken : bearerToken(authorization);
}

/**
 * The life of a request, in the order of the checks: each can end it with a status, and what is not ended is done.
 *
 * gateway/README.md draws this order with the statuses; test/pages.test.ts compares the two.
 */
export function createPipeline(parts: PipelineParts): HttpHandler {
  const { clock, burstPerIp, burstPerKey, quotas, settings, keys, adminToken, log, observer } = parts;

  function handle(exchange: Exchange) {
    const resource = findResource(exchange.path);
    const answer = new Answer(exchange, operationLabel(resource), keys, observer);
    exchange.kept = answer;
    if (resource !== undefined && !forEverybody.has(resource.kind)) answer.keepForOperator();
    if (resource?.kind === 'liveness' || resource?.kind === 'readiness') return health(exchange, answer, resource.kind);

    const now = clock.now();
    const client = parts.clientOf(exchange.peer, exchange.head.forwardedFor);
    const isWithinBurst = burstPerIp.take(client, now);
    keys.follow();
    if (resource === undefined) return answer.error('not-found', [], !isWithinBurst);
    const methods = allowedMethods[resource.kind];
    if (!methods.includes(exchange.method)) {
      return answer.error('method-not-allowed', ['Allow', methods.join(', ')], !isWithinBurst);
    }
    // A connection is closed that goes on asking: answers that its client does not read would pile up behind it.
    if (!isWithinBurst) return answer.refuse('burst-address', true);
    if (needsKey(resource)) serve(exchange, answer, resource, now);
    else show(exchange, answer, resource);
  }

  /** What is to be read, and what is the operator's. */
  function show(exchange: Exchange, answer: Answer, resource: Resource) {
    if (resource.kind === 'tools') return publicDocument(exchange, answer, () => parts.tools.find(undefined));
    if (resource.kind === 'tool') return publicDocument(exchange, answer, () => parts.tools.find(resource.slug));
    if (resource.kind === 'openapi') return publicDocument(exchange, answer, () => parts.reference.openApi());
    if (resource.kind === 'docs') {
      const { reference } = parts;
      return page(
        exchange,
        answer,
        resource.page === 'errors' ? reference.errors() : reference.page(exchange.head.host),
      );
    }
    if (resource.kind === 'home') return home(answer);
    if (resource.kind === 'console') return page(exchange, answer, parts.console.find(resource.asset));
    if (resource.kind === 'metrics' && settings.current.metricsPublic) return metrics(answer);
    administer(exchange, answer, resource);
  }

  function serve(exchange: Exchange, answer: Answer, resource: KeyResource, now: number) {
    if (exchange.method === 'OPTIONS') return preflight(exchange, answer, resource.kind);
    const key = admittedKey(exchange, answer, resource, now);
    if (key === undefined) return;
    if (resource.kind === 'usage') usage(answer, key, now);
    else operate(exchange, answer, resource, key, now);
  }

  /** @returns the key of a request; undefined if the request has been refused. */
  function admittedKey(exchange: Exchange, answer: Answer, resource: KeyResource, now: number): ApiKey | undefined {
    const secret = presentedKey(exchange.head);
    if (secret === '') return void answer.error('missing-api-key');
    const key = keys.find(secret);
    const isLive = key !== undefined && (key.plan !== 'free' || settings.current.freeTier);
    if (!isLive) return void answer.error('invalid-api-key');
    answer.key = key;
    answer.checkedAt = now;

    const { origin, host } = exchange.head;
    if (resource.kind === 'mcp' && !parts.isHostForAgents(host)) return void answer.forbidden('host-not-allowed');
    if (origin === '' || isAllowedForKey(origin, key)) answer.allowOrigin(origin);
    else if (parts.isSameOrigin(exchange.head)) answer.allowOrigin('');
    else return void answer.forbidden('origin-not-allowed');
    // Of an agent's message it is not known yet what it asks for.
    if (key.plan === 'free' && resource.kind === 'operation' && resource.operation !== 'run') {
      return void answer.error('pro-plan-required');
    }

    if (!burstPerKey.take(key.id, now)) return void answer.refuse('burst-key');
    return key;
  }

  /** Of the checks of an operation only the daily quota is left out: whoever has spent it asks when it is free again. */
  function usage(answer: Answer, key: ApiKey, now: number) {
    keys.touch(key.id, now);
    answer.personal(parts.usageOf(key));
  }

  function operate(exchange: Exchange, answer: Answer, resource: TextResource, key: ApiKey, now: number) {
    const charge = new Charge(quotas, key.accountId, parts.quotaOf(key), minuteOf(now));
    if (!charge.admitted) return answer.refuse('quota');
    keys.touch(key.id, now);

    const unsupported = unsupportedMedia(exchange.head);
    // It has been charged: it is answered once that would outlive a crash, like any other.
    if (unsupported !== undefined) return charge.whenDurable(() => answer.error(unsupported));
    if (parts.isDraining()) {
      charge.giveBack();
      return answer.refuse('stopping');
    }
    exchange.readBody(callOf(exchange, answer, charge, key, resource));
  }

  function callOf(exchange: Exchange, answer: Answer, charge: Charge, key: ApiKey, resource: TextResource): BodyReader {
    const { agents: endpoint, dispatch, dropUnwantedJobs } = parts;
    if (resource.kind === 'mcp') {
      return new AgentExchange({ exchange, answer, charge, key, endpoint, dispatch, dropUnwantedJobs, log });
    }
    const { operation } = resource;
    return new OperationCall({ exchange, answer, charge, operation, dispatch, dropUnwantedJobs, log });
  }

  /** Not limited, so the connection is closed; see the burst of addresses. */
  function health(exchange: Exchange, answer: Answer, kind: 'liveness' | 'readiness') {
    const methods = allowedMethods[kind];
    if (!methods.includes(exchange.method)) {
      return answer.error('method-not-allowed', ['Allow', methods.join(', ')], true);
    }
    if (kind === 'readiness' && !parts.isReady()) return answer.error('not-ready', [], true);
    // A store that fails is said and does not turn clients away: they are served from memory.
    answer.last(200, kind === 'readiness' && parts.isDegraded() ? degraded : alive);
  }

  function metrics(answer: Answer) {
    const failed = (error: unknown): void => {
      log.error({ err: error }, 'The metrics cannot be shown');
      answer.error('internal-error');
    };
    parts.metrics.text().then((text) => answer.document(metricsType, text), failed);
  }

  function preflight(exchange: Exchange, answer: Answer, kind: KeyResource['kind']) {
    const { origin } = exchange.head;
    if (origin !== '' && isAllowedForSomeKey(origin, keys)) {
      answer.allowOrigin(origin);
      return answer.empty(preflightHeaders);
    }
    if (origin !== '' && !parts.isSameOrigin(exchange.head)) return answer.forbidden('origin-not-allowed');
    answer.empty(['Allow', allowedMethods[kind].join(', ')]);
  }

  type MadeDocument = StaticDocument | undefined | Promise<StaticDocument | undefined>;

  /** Open to every page. */
  function publicDocument(exchange: Exchange, answer: Answer, find: () => MadeDocument) {
    answer.allowAnyOrigin();
    if (exchange.method === 'OPTIONS') {
      return answer.empty([
        'Access-Control-Allow-Methods',
        allowedMethods.tools.join(', '),
        'Access-Control-Allow-Headers',
        '*',
      ]);
    }
    sendMade(exchange, answer, find());
  }

  function page(exchange: Exchange, answer: Answer, document: MadeDocument) {
    answer.keepFromPages();
    sendMade(exchange, answer, document);
  }

  function home(answer: Answer) {
    answer.keepFromPages();
    answer.redirect(consolePath);
  }

  /** A document that is made when it is first asked for is sent later. */
  function sendMade(exchange: Exchange, answer: Answer, document: MadeDocument) {
    if (!(document instanceof Promise)) return send(exchange, answer, document);
    const failed = (error: unknown): void => {
      log.error({ trace: stackFrames(error) }, 'A document cannot be made');
      answer.error('internal-error');
    };
    document.then((made) => send(exchange, answer, made), failed);
  }

  function send({ head }: Exchange, answer: Answer, document: StaticDocument | undefined) {
    if (document === undefined) return answer.error('not-found');
    const { body, etag, encoding } = document.negotiate(head.acceptEncoding);
    const validators = [
      ...['ETag', etag, 'Cache-Control', document.cacheControl, 'Vary', 'Accept-Encoding'],
      ...document.headers,
    ];
    if (document.matches(head.ifNoneMatch)) return answer.notModified(validators);
    const headers = encoding === '' ? validators : [...validators, 'Content-Encoding', encoding];
    answer.document(document.contentType, body, headers);
  }

  /** The endpoints of the operator: the same order with the token in the place of the key. */
  function administer(exchange: Exchange, answer: Answer, resource: Resource) {
    const token = presentedToken(exchange.head, resource);
    if (token === '') return answer.error('missing-admin-token');
    if (!adminToken.verify(token)) return answer.error('invalid-admin-token');
    if (resource.kind === 'metrics') return metrics(answer);
    const takesBody = exchange.method === 'POST' || exchange.method === 'PUT';
    if (takesBody && resource.kind !== 'key-rotation') {
      const unsupported = unsupportedMedia(exchange.head);
      if (unsupported !== undefined) return answer.error(unsupported);
    }
    const { query } = exchange;
    exchange.readBody({
      complete(body) {
        answer.bytesIn = body.length;
        const reply = parts.administration.handle(resource, exchange.method, query, viewOf(body));
        if ('problem' in reply) answer.problem(reply.problem);
        else answer.send(reply.status, reply.body);
      },
      failed: (reason) => answerMissingBody(answer, reason),
    });
  }

  return {
    handle,
    refuse(exchange, error) {
      const begun = exchange.kept instanceof Answer ? exchange.kept : undefined;
      const answer = begun ?? new Answer(exchange, operationLabel(findResource(exchange.path)), keys, observer);
      // A server that is full is the only one that is busy here.
      if (error === 'server-busy') answer.refuse('requests-in-flight', true);
      else answer.error(error, [], true);
    },
  };
}
