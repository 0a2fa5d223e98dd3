import type { Problem } from '#engine/core/problem.js';
import type { OperationName } from '#engine/operations/operation.js';
import type { BodyPieces } from '../http/body-pieces.js';
import type { RequestHead } from '../http/head.js';
import type { BodyReader, Exchange, HeaderList } from '../http/server.js';
import type { ApiKey } from '../keys/key-store.js';
import type { Charge } from '../limits/charge.js';
import type { Session } from '../sessions/sessions.js';
import type { AuditAction } from '../storage/audit-log.js';
import type { GatewayResponse } from './gateway-response.js';
import type { KeyAccess, KeyUse } from './key-access.js';

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

/** A request that has passed all checks but the daily quota, which may wait for the store. */
export interface ChargedRequest extends KeyUse {
  readonly charge: Charge;
  readonly key: ApiKey;
  /** Asked again when the work begins. */
  readonly access: KeyAccess;
}

/** A request for something public. */
export interface OpenRequest {
  readonly exchange: Exchange;
  readonly response: GatewayResponse;
  readonly parameters: PathParameters;
}

/** Where a request comes from. */
export interface RequestClient {
  readonly requestId: string;
  /** Undefined if it is not known. */
  readonly address: string | undefined;
}

/** A request of an operator, an owner, or somebody who signs in. */
export interface AdministrationRequest extends RequestClient {
  readonly method: string;
  readonly parameters: PathParameters;
  /** The query after the `?`. */
  readonly query: string;
  /** Empty if the request has none. */
  readonly body: Uint8Array;
  readonly head: RequestHead;
  /** Undefined with the admin token, and before somebody has signed in. Of the role that the route needs. */
  readonly session: Session | undefined;
  /** Of an endpoint for holders of keys. */
  readonly key?: ApiKey;
}

/** The result of a handler: a status and JSON in UTF-8, a document of another type in pieces, or a problem. */
export type AdministrationResult =
  | { readonly contentType: string; readonly pieces: BodyPieces; readonly headers: HeaderList }
  | { readonly status: number; readonly body: Uint8Array; readonly headers?: HeaderList }
  | { readonly problem: Problem };

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
  /** What a key must allow; undefined if that depends on the body, and for the handler to check. */
  readonly operation?: OperationName;
  /** Whether the body is a text to process, or a protocol message that may need no work. */
  readonly takes: 'text' | 'messages';
  readonly methods: Methods<(request: ChargedRequest, services: Services) => BodyReader>;
}

/** Needs an API key; costs no quota. */
export interface KeyRoute<Services> extends RouteFacts, KeyChecks<Services> {
  readonly access: 'key';
  readonly methods: Methods<(response: GatewayResponse, key: ApiKey, services: Services) => Promise<void>>;
}

/** As {@link AdministeredRoute}, for holders of an API key; costs no quota. */
export interface KeyHolderRoute<Services> extends Omit<AdministeredRoute<Services>, 'access'>, KeyChecks<Services> {
  readonly access: 'key-holder';
  /** What a key must allow. */
  readonly operation: OperationName;
}

/** Needs no key: pages of every origin may read `public`; `page` is for people, and no foreign page may read it. */
export interface OpenRoute<Services> extends RouteFacts {
  readonly access: 'public' | 'page';
  readonly methods: Methods<(request: OpenRequest, services: Services) => void>;
}

/**
 * Has a handler that takes a body and returns a result. By `access` it needs:
 *
 * - `operator`: the admin token, or the session of an operator.
 * - `owner`: the session of an account's owner.
 * - `session`: any session.
 * - `sign-in`: nothing, but a page of the gateway itself; the handler decides.
 */
export interface AdministeredRoute<Services> extends RouteFacts {
  readonly access: 'operator' | 'owner' | 'session' | 'sign-in';
  /** Whether the body may have more than 64 KB, and a quarter of a megabyte at most. */
  readonly mayBeLong?: boolean;
  /** Whether the body may have any Content-Type, because it is optional. */
  readonly takesAnyType?: boolean;
  /** The entry of the audit log that each method leaves which changes something. */
  readonly audits?: Readonly<Partial<Record<RouteMethod, AuditAction>>>;
  readonly methods: Methods<(request: AdministrationRequest, services: Services) => Promise<AdministrationResult>>;
}

/**
 * Needs the admin token, also accepted as `Authorization: Bearer`, or the session of an operator, unless the operator
 * makes it public.
 */
export interface MonitoringRoute<Services> extends RouteFacts {
  readonly access: 'monitoring';
  readonly isPublic: (services: Services) => boolean;
  readonly methods: Methods<(response: GatewayResponse, services: Services) => void>;
}

/** For load balancers: has no limits and no checks. */
export interface ProbeRoute<Services> extends RouteFacts {
  readonly access: 'probe';
  readonly methods: Methods<(response: GatewayResponse, services: Services) => void>;
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
  | AdministeredRoute<Services>
  | KeyHolderRoute<Services>
  | MonitoringRoute<Services>
  | ProbeRoute<Services>;

/** Returns the handler of a method that the route has. */
export function handlerOf<Handler>(methods: Methods<Handler>, method: string): Handler {
  const handler = methods[method === 'HEAD' ? 'GET' : (method as RouteMethod)];
  if (handler === undefined) throw new Error(`The route has no handler for ${method}`);
  return handler;
}
