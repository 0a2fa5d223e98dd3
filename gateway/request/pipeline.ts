import { viewOf } from '../../workers/owned-bytes.js';
import type { AdminToken } from '../config/admin-token.js';
import type { RunningSettings } from '../config/running-settings.js';
import type { Clock } from '../core/clock.js';
import type { RequestHead } from '../http/head.js';
import { unsupportedMedia } from '../http/media.js';
import type { Exchange, HttpHandler } from '../http/server.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';
import type { BurstLimiter } from '../limits/burst-limiter.js';
import { Charge, type Quotas } from '../limits/charge.js';
import type { RequestObserver } from '../observability/request-observer.js';
import { minuteOf } from '../store/periods.js';
import { Answer } from './answer.js';
import { isAllowedForKey, isAllowedForSomeKey, preflightHeaders } from './cors.js';
import { answerMissingBody } from './operation-call.js';
import { bearerToken, presentedKey } from './presented-secret.js';
import {
  handlerOf,
  type KeyRoute,
  type MonitoringRoute,
  type OpenRoute,
  type OperationRoute,
  type OperatorRoute,
  type ProbeRoute,
} from './route.js';
import { type Found, nowhere, type Resource, type RouteTable } from './route-table.js';

export interface PipelineParts {
  readonly clock: Clock;
  readonly clientOf: (peer: string | Uint8Array, forwardedFor: string) => string;
  /** Whether a request comes from one of the gateway's own pages, which need no allowlist. */
  readonly isSameOrigin: (head: RequestHead) => boolean;
  readonly burstPerIp: BurstLimiter;
  readonly burstPerKey: BurstLimiter;
  readonly quotas: Quotas;
  /** Requests in 24 hours that a plan has; 0 for no limit. */
  readonly quotaOf: (key: ApiKey) => number;
  /** Whether keys of the free plan are valid. */
  readonly settings: RunningSettings;
  readonly keys: KeyStore;
  readonly adminToken: AdminToken;
  /** Whether the process is stopping and refuses new work. */
  readonly isDraining: () => boolean;
  readonly observer: RequestObserver;
}

/**
 * Creates the pipeline: the checks of a request in their order, then its handler. Each check can end the request with a
 * status.
 *
 * gateway/README.md draws this order with the statuses; test/pages.test.ts compares the two.
 *
 * @param services - what the handlers of the routes need.
 */
export function createPipeline<Services>(
  routes: RouteTable<Services>,
  services: Services,
  parts: PipelineParts,
): HttpHandler {
  const { clock, burstPerIp, burstPerKey, quotas, settings, keys, adminToken, observer } = parts;

  function handle(exchange: Exchange) {
    const found = routes.find(exchange.path);
    const answer = new Answer(exchange, found?.resource ?? nowhere, keys, observer);
    exchange.kept = answer;
    const route = found?.resource.route;
    const access = route?.access;
    if (access === 'operator' || access === 'monitoring' || access === 'probe') answer.keepForOperator();
    if (found !== undefined && route?.access === 'probe') return probe(exchange, answer, route, found.resource);

    const now = clock.now();
    const client = parts.clientOf(exchange.peer, exchange.head.forwardedFor);
    const isWithinBurst = burstPerIp.take(client, now);
    keys.follow();
    if (found === undefined) return answer.error('not-found', [], !isWithinBurst);
    const { methods } = found.resource;
    if (!methods.includes(exchange.method)) {
      return answer.error('method-not-allowed', ['Allow', methods.join(', ')], !isWithinBurst);
    }
    // Closes the connection of a client that keeps sending: responses that it does not read would pile up.
    if (!isWithinBurst) return answer.refuse('burst-address', true);
    serve(exchange, answer, found, now);
  }

  function serve(exchange: Exchange, answer: Answer, found: Found<Services>, now: number) {
    const { route } = found.resource;
    switch (route.access) {
      case 'operation':
      case 'key':
        return serveKey(exchange, answer, found.resource, route, now);
      case 'public':
      case 'page':
        return show(exchange, answer, found, route);
      case 'monitoring':
        return monitor(exchange, answer, route);
      case 'operator':
        return administer(exchange, answer, found, route);
    }
  }

  function serveKey(
    exchange: Exchange,
    answer: Answer,
    resource: Resource<Services>,
    route: OperationRoute<Services> | KeyRoute<Services>,
    now: number,
  ) {
    if (exchange.method === 'OPTIONS') return preflight(exchange, answer, resource);
    const key = admittedKey(exchange, answer, route, now);
    if (key === undefined) return;
    if (route.access === 'operation') return operate(exchange, answer, route, key, now);
    // All checks of an operation but the daily quota.
    keys.touch(key.id, now);
    handlerOf(route.methods, exchange.method)(answer, key, services);
  }

  /** Returns the key of a request; undefined if the request has been refused. */
  function admittedKey(
    exchange: Exchange,
    answer: Answer,
    { isHostAllowed, isOnFreePlan }: OperationRoute<Services> | KeyRoute<Services>,
    now: number,
  ): ApiKey | undefined {
    const secret = presentedKey(exchange.head);
    if (secret === '') return void answer.error('missing-api-key');
    const key = keys.find(secret);
    const isLive = key !== undefined && (key.plan !== 'free' || settings.current.freeTier);
    if (!isLive) return void answer.error('invalid-api-key');
    answer.key = key;
    answer.checkedAt = now;

    const { origin, host } = exchange.head;
    if (isHostAllowed?.(host, services) === false) return void answer.forbidden('host-not-allowed');
    if (origin === '' || isAllowedForKey(origin, key)) answer.allowOrigin(origin);
    else if (parts.isSameOrigin(exchange.head)) answer.allowOrigin('');
    else return void answer.forbidden('origin-not-allowed');
    if (key.plan === 'free' && !isOnFreePlan) return void answer.error('pro-plan-required');

    if (!burstPerKey.take(key.id, now)) return void answer.refuse('burst-key');
    return key;
  }

  function operate(exchange: Exchange, answer: Answer, route: OperationRoute<Services>, key: ApiKey, now: number) {
    const charge = new Charge(quotas, key.accountId, parts.quotaOf(key), minuteOf(now));
    if (!charge.admitted) return answer.refuse('quota');
    keys.touch(key.id, now);

    const unsupported = unsupportedMedia(exchange.head);
    // The request is charged: like any other, it gets its response once the charge would survive a crash.
    if (unsupported !== undefined) return charge.whenDurable(() => answer.error(unsupported));
    if (parts.isDraining()) {
      charge.refund();
      return answer.refuse('stopping');
    }
    exchange.readBody(handlerOf(route.methods, exchange.method)({ exchange, answer, charge, key }, services));
  }

  /** Probes have no burst limit, so a wrong method closes the connection. */
  function probe({ method }: Exchange, answer: Answer, route: ProbeRoute<Services>, { methods }: Resource<Services>) {
    if (!methods.includes(method)) return answer.error('method-not-allowed', ['Allow', methods.join(', ')], true);
    handlerOf(route.methods, method)(answer, services);
  }

  function preflight(exchange: Exchange, answer: Answer, { methods }: Resource<Services>) {
    const { origin } = exchange.head;
    if (origin !== '' && isAllowedForSomeKey(origin, keys)) {
      answer.allowOrigin(origin);
      return answer.empty(preflightHeaders);
    }
    if (origin !== '' && !parts.isSameOrigin(exchange.head)) return answer.forbidden('origin-not-allowed');
    answer.empty(['Allow', methods.join(', ')]);
  }

  function show(
    exchange: Exchange,
    answer: Answer,
    { resource, parameters }: Found<Services>,
    route: OpenRoute<Services>,
  ) {
    if (route.access === 'page') answer.keepFromPages();
    else answer.allowAnyOrigin();
    if (exchange.method === 'OPTIONS') {
      const methods = resource.methods.join(', ');
      return answer.empty(['Access-Control-Allow-Methods', methods, 'Access-Control-Allow-Headers', '*']);
    }
    handlerOf(route.methods, exchange.method)({ exchange, answer, parameters }, services);
  }

  function monitor({ head, method }: Exchange, answer: Answer, route: MonitoringRoute<Services>) {
    // Prometheus before 2.55 cannot send custom fields, so the token may be a Bearer token (RFC 6750).
    const token = head.adminToken === '' ? bearerToken(head.authorization) : head.adminToken;
    if (route.isPublic(services) || isOperator(answer, token)) handlerOf(route.methods, method)(answer, services);
  }

  /** Serves the operator's endpoints: the same order of checks, with the admin token instead of the key. */
  function administer(
    exchange: Exchange,
    answer: Answer,
    { parameters }: Found<Services>,
    { methods, takesAnyType }: OperatorRoute<Services>,
  ) {
    const { head, method, query } = exchange;
    if (!isOperator(answer, head.adminToken)) return;
    if (!takesAnyType && (method === 'POST' || method === 'PUT')) {
      const unsupported = unsupportedMedia(head);
      if (unsupported !== undefined) return answer.error(unsupported);
    }
    exchange.readBody({
      complete(received) {
        answer.bytesIn = received.length;
        const request = { parameters, query, body: viewOf(received) };
        const reply = handlerOf(methods, method)(request, services);
        if ('problem' in reply) answer.problem(reply.problem);
        else answer.send(reply.status, reply.body);
      },
      failed: (reason) => answerMissingBody(answer, reason),
    });
  }

  /** Returns whether the token is valid; otherwise the request has been refused. */
  function isOperator(answer: Answer, token: string): boolean {
    const isRight = token !== '' && adminToken.verify(token);
    if (!isRight) answer.error(token === '' ? 'missing-admin-token' : 'invalid-admin-token');
    return isRight;
  }

  return {
    handle,
    refuse(exchange, error) {
      const begun = exchange.kept instanceof Answer ? exchange.kept : undefined;
      const answer = begun ?? new Answer(exchange, routes.find(exchange.path)?.resource ?? nowhere, keys, observer);
      // The server refuses with this error only when it has too many requests in flight.
      if (error === 'server-busy') answer.refuse('requests-in-flight', true);
      else answer.error(error, [], true);
    },
  };
}
