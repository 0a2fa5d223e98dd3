import type { Problem } from '../../engine/core/problem.js';
import type { BodyReader, Exchange } from '../http/server.js';
import type { ApiKey } from '../keys/key-store.js';
import type { Charge } from '../limits/charge.js';
import type { Answer } from './answer.js';

/** The methods that routes have handlers for. HEAD goes with GET; the pipeline itself answers preflights. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What stands in a path where its pattern has braces, by the names in them; not percent-decoded. */
export type PathParameters = Readonly<Record<string, string>>;

type Methods<Handler> = Readonly<Partial<Record<RouteMethod, Handler>>>;

interface RouteFacts {
  /** Compared as sent. A segment in braces stands for any that is not empty: `/keys/{id}`. */
  readonly path: string;
  /** Further paths that lead to the same. */
  readonly alsoAt?: readonly string[];
  /** What metrics and log lines call it: never the path itself, which the client chooses. */
  readonly label: string;
}

/** A request that has passed all checks and is charged. */
export interface ChargedRequest {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly charge: Charge;
  readonly key: ApiKey;
}

/** A request for something that is open to everybody. */
export interface OpenRequest {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly parameters: PathParameters;
}

/** A request of the operator. */
export interface OperatorRequest {
  readonly parameters: PathParameters;
  /** What stands behind the `?`. */
  readonly query: string;
  /** Empty if there is none. */
  readonly body: Uint8Array;
}

/** The answer to it: a status and JSON in UTF-8, or what is wrong. */
export type OperatorReply = { readonly status: number; readonly body: Uint8Array } | { readonly problem: Problem };

/** What is special about the checks of a key. */
interface KeyChecks<Services> {
  /** Whether a key of the plan `free` may ask. */
  readonly isOnFreePlan: boolean;
  /** Which `Host` it may be asked for under; any if left out. */
  readonly isHostAllowed?: (host: string, services: Services) => boolean;
  /** Header fields that pages of allowed origins may send; those of the operations if left out. */
  readonly grantedHeaders?: string;
}

/** With an API key, and each request counts against the daily quota. */
export interface OperationRoute<Services> extends RouteFacts, KeyChecks<Services> {
  readonly access: 'operation';
  /** Whether a body is a text to work on, or a message that may come to nothing of the kind. */
  readonly takes: 'text' | 'messages';
  readonly methods: Methods<(request: ChargedRequest, services: Services) => BodyReader>;
}

/** With an API key; costs no quota. */
export interface KeyRoute<Services> extends RouteFacts, KeyChecks<Services> {
  readonly access: 'key';
  readonly methods: Methods<(answer: Answer, key: ApiKey, services: Services) => void>;
}

/** For everybody: `public` may be read by every page of every origin, `page` is for people and for no page. */
export interface OpenRoute<Services> extends RouteFacts {
  readonly access: 'public' | 'page';
  readonly methods: Methods<(request: OpenRequest, services: Services) => void>;
}

/** With the admin token. */
export interface OperatorRoute<Services> extends RouteFacts {
  readonly access: 'operator';
  /** Whether a body is taken whatever its type is said to be, because it may be left out. */
  readonly takesAnyType?: boolean;
  readonly methods: Methods<(request: OperatorRequest, services: Services) => OperatorReply>;
}

/** With the admin token, as `Authorization: Bearer` too, or for everybody if the operator says so. */
export interface MonitoringRoute<Services> extends RouteFacts {
  readonly access: 'monitoring';
  readonly isPublic: (services: Services) => boolean;
  readonly methods: Methods<(answer: Answer, services: Services) => void>;
}

/** For load balancers: without limits and checks, and the connection ends with the answer. */
export interface ProbeRoute<Services> extends RouteFacts {
  readonly access: 'probe';
  readonly methods: Methods<(answer: Answer, services: Services) => void>;
}

/**
 * One thing that can be asked for over HTTP: where, how, by whom, and what is done then. `access` decides which checks
 * the pipeline makes.
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

/** Finds the handler of a method that the route has. */
export function handlerOf<Handler>(methods: Methods<Handler>, method: string): Handler {
  const handler = methods[method === 'HEAD' ? 'GET' : (method as RouteMethod)];
  if (handler === undefined) throw new Error(`The route has no handler for ${method}`);
  return handler;
}
