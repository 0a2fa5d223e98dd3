import type { Clock } from '#gateway/core/clock.js';
import { supportedCodings } from '#workers/content-coding.js';
import { unsupportedMedia } from '../http/media.js';
import type { Exchange, HeaderList, HttpHandler } from '../http/server.js';
import type { ApiKey } from '../keys/key-store.js';
import type { BurstLimiter } from '../limits/burst-limiter.js';
import { Charge } from '../limits/charge.js';
import type { ClientAddresses } from '../limits/client-address.js';
import type { QuotaBlocks } from '../limits/quota-blocks.js';
import type { RequestObserver } from '../telemetry/request-observer.js';
import { Administration, type AdministrationParts, bodyLimitsOf } from './administration.js';
import { createBurstBuckets } from './burst-bucket.js';
import { isAllowedForSomeKey, preflightHeaders } from './cors.js';
import { GatewayResponse } from './gateway-response.js';
import { type BodySource, HeldBody } from './held-body.js';
import { KeyAccess, type KeyAccessParts } from './key-access.js';
import { whenCharged } from './operation-call.js';
import { bearerToken, presentedKey } from './presented-secret.js';
import {
  handlerOf,
  type KeyHolderRoute,
  type KeyRoute,
  type MonitoringRoute,
  type OpenRoute,
  type OperationRoute,
  type ProbeRoute,
  type Route,
} from './route.js';
import { type Found, nowhere, type Resource, type RouteTable } from './route-table.js';

export interface PipelineParts extends Omit<AdministrationParts, 'failed' | 'lookUpFailed'>, KeyAccessParts {
  readonly clock: Clock;
  readonly addresses: ClientAddresses;
  readonly burstPerIp: BurstLimiter;
  readonly burstPerKey: BurstLimiter;
  readonly quota: QuotaBlocks;
  /** Requests in 24 hours of the account of a key; 0 for no limit. */
  readonly quotaOf: (key: ApiKey) => number;
  /** Says whether the process is stopping and refuses new work. */
  readonly state: { readonly draining: boolean };
  readonly observer: RequestObserver;
  /** Whether an error is a failure of the store; it is reported if it is more than a store that is unavailable. */
  readonly isStoreFailure: (error: unknown) => boolean;
  /** Called with what an asynchronous handler threw; the response is a 500. */
  readonly onError: (error: unknown) => void;
}

/** Access kinds whose responses no cache may store. */
const notStored: ReadonlySet<Route<never>['access']> = new Set([
  ...(['operator', 'owner', 'session', 'sign-in'] as const),
  ...(['monitoring', 'probe'] as const),
]);

/** RFC 9110 section 15.5.16. */
const mediaHeaders: Readonly<Record<string, HeaderList>> = {
  'unsupported-content-encoding': ['Accept-Encoding', supportedCodings.join(', ')],
};

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
  const { addresses, clock, burstPerIp, burstPerKey, quota, keys, observer, state } = parts;
  type AnyKeyRoute = OperationRoute<Services> | KeyRoute<Services> | KeyHolderRoute<Services>;
  const keyAccess = new KeyAccess(parts);
  const buckets = createBurstBuckets(keys, parts.isSameOrigin);
  const administration = new Administration({ ...parts, lookUpFailed, failed }, services);

  function handle(exchange: Exchange) {
    const found = routes.find(exchange.path);
    const response = new GatewayResponse(exchange, found?.resource ?? nowhere, keys, observer);
    exchange.context = response;
    const route = found?.resource.route;
    const access = route?.access;
    if (access !== undefined && notStored.has(access)) response.keepForOperator();
    if (found !== undefined && route?.access === 'probe') return probe(exchange, response, route, found.resource);

    const now = clock.now();
    const client = addresses.clientId(exchange.peer, exchange.head.forwardedFor);
    const isWithinBurst = burstPerIp.take(buckets.ofAddress(client, exchange.head, access), now);
    keys.follow(response.startedAt);
    if (found === undefined) return response.error('not-found', [], !isWithinBurst);
    const { methods } = found.resource;
    if (!methods.includes(exchange.method)) {
      return response.error('method-not-allowed', ['Allow', methods.join(', ')], !isWithinBurst);
    }
    if (!isWithinBurst) return refuseAddress(exchange, response, route, now);
    serve(exchange, response, found, now);
  }

  /**
   * Refuses a request of an address whose burst is used up. It counts for its account if its key is in memory: nobody waits
   * for the store here.
   */
  function refuseAddress(
    exchange: Exchange,
    response: GatewayResponse,
    route: Route<Services> | undefined,
    now: number,
  ) {
    if (route?.access === 'operation' && exchange.method !== 'OPTIONS' && keys.isFresh) {
      const secret = presentedKey(exchange.head);
      const key = secret === '' ? undefined : keys.find(secret);
      if (key !== undefined && keyAccess.invalidity(key) === undefined) {
        response.key = key;
        response.checkedAt = now;
      }
    }
    // Closes the connection of a client that keeps sending: responses that it does not read would pile up.
    response.refuse('burst-address', true);
  }

  function serve(exchange: Exchange, response: GatewayResponse, found: Found<Services>, now: number) {
    const { route } = found.resource;
    switch (route.access) {
      case 'operation':
      case 'key':
      case 'key-holder':
        return serveKey(exchange, response, found, route, now);
      case 'public':
      case 'page':
        return show(exchange, response, found, route);
      case 'monitoring':
        return monitor(exchange, response, route);
      case 'operator':
      case 'owner':
      case 'session':
      case 'sign-in':
        return administration.serve(exchange, response, found, route);
    }
  }

  function serveKey(
    exchange: Exchange,
    response: GatewayResponse,
    found: Found<Services>,
    route: AnyKeyRoute,
    now: number,
  ) {
    if (exchange.method === 'OPTIONS') return preflight(exchange, response, found.resource);
    const secret = presentedKey(exchange.head);
    if (secret === '') return response.error('missing-api-key');
    if (!keys.isFresh) return response.refuse('store-unavailable');
    const key = keys.find(secret);
    if (key !== undefined || !keys.mayKnowMore) return serveFound(exchange, response, found, route, key, now, exchange);
    const body = HeldBody.of(exchange, route.access === 'key-holder' ? bodyLimitsOf(route) : undefined);
    keys
      .lookUp(secret)
      .then(
        (known) => {
          if (exchange.open) serveFound(exchange, response, found, route, known, now, body);
          else response.abandon();
        },
        (error: unknown) => lookUpFailed(response, error),
      )
      .catch((error: unknown) => failed(response, error));
  }

  /** @param known - the key of the secret that the request presents, if there is one. */
  function serveFound(
    exchange: Exchange,
    response: GatewayResponse,
    found: Found<Services>,
    route: AnyKeyRoute,
    known: ApiKey | undefined,
    now: number,
    body: BodySource,
  ) {
    const key = admittedKey(exchange, response, route, known, now);
    if (key === undefined) return;
    if (route.access === 'operation') return operate(exchange, response, route, key, now, body);
    // All checks of an operation but the daily quota.
    keys.touch(key.id, now);
    if (route.access === 'key-holder') {
      response.keepPersonal();
      const use = { exchange, operation: route.operation, response, keysVersion: keys.version };
      const again = (proceed: () => void) => {
        if (keyAccess.lasts(use, performance.now())) proceed();
      };
      return administration.serveKeyHolder(exchange, response, found, route, { key, body, again });
    }
    handlerOf(route.methods, exchange.method)(response, key, services).catch((error: unknown) =>
      lookUpFailed(response, error),
    );
  }

  function lookUpFailed(response: GatewayResponse, error: unknown) {
    if (parts.isStoreFailure(error)) response.refuse('store-unavailable');
    else failed(response, error);
  }

  /** Responds to a request whose handler failed after it had returned: a bug. */
  function failed(response: GatewayResponse, error: unknown) {
    parts.onError(error);
    response.error('internal-error');
  }

  /** Returns the key of a request; undefined if the request has been refused. */
  function admittedKey(
    exchange: Exchange,
    response: GatewayResponse,
    route: AnyKeyRoute,
    key: ApiKey | undefined,
    now: number,
  ): ApiKey | undefined {
    const { access, isHostAllowed, isOnFreePlan } = route;
    const invalidity = keyAccess.invalidity(key);
    if (key === undefined || invalidity !== undefined) return void response.error(invalidity ?? 'invalid-api-key');
    response.key = key;
    response.checkedAt = now;

    if (isHostAllowed?.(exchange.head.host, services) === false) return void response.forbidden('host-not-allowed');
    const origin = keyAccess.originFor(exchange.head, key);
    if (origin === undefined) return void response.forbidden('origin-not-allowed');
    response.allowOrigin(origin);
    const { bounds } = key;
    if (bounds !== undefined && !keyAccess.allowsAddress(exchange, key))
      return void response.error('address-not-allowed');
    if (key.plan === 'free' && !isOnFreePlan) return void response.error('pro-plan-required');
    const operation = access === 'key' ? undefined : route.operation;
    if (operation !== undefined && bounds?.allowsOperation(operation) === false) {
      return void response.error('operation-not-allowed');
    }

    const bucket = buckets.ofKey(key.id, access);
    if (bounds !== undefined && !burstPerKey.take(buckets.ofOwner(bucket), now, bounds.ownerBurst)) {
      return void response.refuse('burst-key');
    }
    if (!burstPerKey.take(bucket, now, bounds?.givenBurst(burstPerKey.limit))) return void response.refuse('burst-key');
    return key;
  }

  function operate(
    exchange: Exchange,
    response: GatewayResponse,
    route: OperationRoute<Services>,
    key: ApiKey,
    now: number,
    body: BodySource,
  ) {
    const charge = new Charge(quota, key.accountId, parts.quotaOf(key));
    response.charge = charge;
    if (charge.isRefused) return response.refuse('quota');
    keys.touch(key.id, now);

    const unsupported = unsupportedMedia(exchange.head, supportedCodings);
    // The request is charged: like any other, it gets its response once the charge would survive a crash.
    if (unsupported !== undefined)
      return whenCharged({ response, charge }, () => response.error(unsupported, mediaHeaders[unsupported]));
    if (state.draining) {
      charge.refund();
      return response.refuse('stopping');
    }
    const { operation } = route;
    const request = { exchange, operation, response, charge, key, access: keyAccess, keysVersion: keys.version };
    body.readBody(handlerOf(route.methods, exchange.method)(request, services));
  }

  /** Probes have no burst limit, so a wrong method closes the connection. */
  function probe(
    { method }: Exchange,
    response: GatewayResponse,
    route: ProbeRoute<Services>,
    { methods }: Resource<Services>,
  ) {
    if (!methods.includes(method)) return response.error('method-not-allowed', ['Allow', methods.join(', ')], true);
    handlerOf(route.methods, method)(response, services);
  }

  function preflight(exchange: Exchange, response: GatewayResponse, { methods }: Resource<Services>) {
    const { origin } = exchange.head;
    if (origin !== '' && isAllowedForSomeKey(origin, keys)) {
      response.allowOrigin(origin);
      return response.empty(preflightHeaders);
    }
    if (origin !== '' && !parts.isSameOrigin(exchange.head)) return response.forbidden('origin-not-allowed');
    response.empty(['Allow', methods.join(', ')]);
  }

  function show(
    exchange: Exchange,
    response: GatewayResponse,
    { resource, parameters }: Found<Services>,
    route: OpenRoute<Services>,
  ) {
    if (route.access === 'page') response.keepFromPages();
    else response.allowAnyOrigin();
    if (exchange.method === 'OPTIONS') {
      const methods = resource.methods.join(', ');
      return response.empty(['Access-Control-Allow-Methods', methods, 'Access-Control-Allow-Headers', '*']);
    }
    handlerOf(route.methods, exchange.method)({ exchange, response, parameters }, services);
  }

  function monitor(exchange: Exchange, response: GatewayResponse, route: MonitoringRoute<Services>) {
    const { head, method } = exchange;
    const proceed = () => handlerOf(route.methods, method)(response, services);
    if (route.isPublic(services)) return proceed();
    // Prometheus before 2.55 cannot send custom fields, so the token may be a Bearer token (RFC 6750).
    const token = head.adminToken === '' ? bearerToken(head.authorization) : head.adminToken;
    administration.admitOperator(exchange, response, token, proceed);
  }

  return {
    handle,
    refuse(exchange, error) {
      const begun = exchange.context instanceof GatewayResponse ? exchange.context : undefined;
      const response =
        begun ?? new GatewayResponse(exchange, routes.find(exchange.path)?.resource ?? nowhere, keys, observer);
      // The server refuses with this error only when it has too many requests in flight.
      if (error === 'server-busy') response.refuse('requests-in-flight', true);
      else response.error(error, [], true);
    },
  };
}
