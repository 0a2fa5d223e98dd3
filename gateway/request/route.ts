import type { Problem } from '../../engine/core/problem.js';
import type { BodyReader, Exchange } from '../http/server.js';
import type { ApiKey } from '../keys/key-store.js';
import type { Charge } from '../limits/charge.js';
import type { Answer } from './answer.js';

/** The methods that routes have handlers for. HEAD uses the handler of GET; the pipeline itself handles preflights. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The values of a path's parameters by name; not percent-decoded. */
export type PathParameters = Readonly<Record<string, string>>;

type Methods<Handler> = Readonly<Partial<Record<RouteMethod, Handler>>>;

interface RouteFacts {
  /** Compared as sent. A segment in braces matches any non-empty segment: `/keys/{id}`. */
  readonly path: string;
  /** Further paths of the same route. */
  readonly alsoAt?: readonly string[];
  /** Its name in metrics and log lines: never the path, which the client chooses. */
  readonly label: string;
}

/** A request that has passed all checks and is charged. */
export interface ChargedRequest {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly charge: Charge;
  readonly key: ApiKey;
}

/** A request for something public. */
export interface OpenRequest {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly parameters: PathParameters;
}

/** A request of the operator. */
export interface OperatorRequest {
  readonly parameters: PathParameters;
  /** The query after the `?`. */
  readonly query: string;
  /** Empty if the request has none. */
  readonly body: Uint8Array;
}

/** The reply: a status and JSON in UTF-8, or a problem. */
export type OperatorReply = { readonly status: number; readonly body: Uint8Array } | { readonly problem: Problem };

/** Settings of the checks of a key. */
interface KeyChecks<Services> {
  /** Whether keys of the free plan may use it. */
  readonly isOnFreePlan: boolean;
  /** Whether a `Host` is allowed; all are by default. */
  readonly isHostAllowed?: (host: string, services: Services) => boolean;
  /** Header fields that pages of allowed origins may send; by default those of the operations. */
  readonly grantedHeaders?: string;
}

/** Needs an API key, and counts against the daily quota. */
export interface OperationRoute<Services> extends RouteFacts, KeyChecks<Services> {
  readonly access: 'operation';
  /** Whether the body is a text to process, or a protocol message that may need no work. */
  readonly takes: 'text' | 'messages';
  readonly methods: Methods<(request: ChargedRequest, services: Services) => BodyReader>;
}

/** Needs an API key; costs no quota. */
export interface KeyRoute<Services> extends RouteFacts, KeyChecks<Services> {
  readonly access: 'key';
  readonly methods: Methods<(answer: Answer, key: ApiKey, services: Services) => void>;
}

/** Needs no key: pages of every origin may read `public`; `page` is for people, and no foreign page may read it. */
export interface OpenRoute<Services> extends RouteFacts {
  readonly access: 'public' | 'page';
  readonly methods: Methods<(request: OpenRequest, services: Services) => void>;
}

/** Needs the admin token. */
export interface OperatorRoute<Services> extends RouteFacts {
  readonly access: 'operator';
  /** Whether the body may have any Content-Type, because it is optional. */
  readonly takesAnyType?: boolean;
  readonly methods: Methods<(request: OperatorRequest, services: Services) => OperatorReply>;
}

/** Needs the admin token, also accepted as `Authorization: Bearer`, unless the operator makes it public. */
export interface MonitoringRoute<Services> extends RouteFacts {
  readonly access: 'monitoring';
  readonly isPublic: (services: Services) => boolean;
  readonly methods: Methods<(answer: Answer, services: Services) => void>;
}

/** For load balancers: has no limits and no checks. */
export interface ProbeRoute<Services> extends RouteFacts {
  readonly access: 'probe';
  readonly methods: Methods<(answer: Answer, services: Services) => void>;
}

/**
 * An endpoint of the HTTP API: its path, methods, access and handlers. `access` decides which checks the pipeline
 * makes.
 *
 * @typeParam Services - what its handlers need.
 */
export type Route<Services> =
  | OperationRoute<Services>
  | KeyRoute<Services>
  | OpenRoute<Services>
  | OperatorRoute<Services>
  | MonitoringRoute<Services>
  | ProbeRoute<Services>;

/** Returns the handler of a method that the route has. */
export function handlerOf<Handler>(methods: Methods<Handler>, method: string): Handler {
  const handler = methods[method === 'HEAD' ? 'GET' : (method as RouteMethod)];
  if (handler === undefined) throw new Error(`The route has no handler for ${method}`);
  return handler;
}
