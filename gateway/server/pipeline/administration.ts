import { viewOf } from '#workers/owned-bytes.js';
import type { AdminToken } from '../config/admin-token.js';
import type { RequestHead } from '../http/head.js';
import { unsupportedMedia } from '../http/media.js';
import type { BodyLimits, BodyReader, Exchange } from '../http/server.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';
import type { BurstLimiter } from '../limits/burst-limiter.js';
import type { ClientAddresses } from '../limits/client-address.js';
import type { SessionCookie } from '../sessions/session-cookie.js';
import type { Session, Sessions } from '../sessions/sessions.js';
import type { GatewayResponse } from './gateway-response.js';
import { type BodySource, HeldBody } from './held-body.js';
import { respondToMissingBody } from './operation-call.js';
import {
  type AdministeredRoute,
  type AdministrationResult,
  handlerOf,
  type KeyHolderRoute,
  type RequestClient,
} from './route.js';
import type { Found } from './route-table.js';
import { isCrossSite } from './same-origin.js';

/** The longest request has 100 origins. */
const ofAdministration: BodyLimits = { maxBytes: 65_536 };
/** The longest request has a workflow, with white space. */
const ofWorkflow: BodyLimits = { maxBytes: 262_144 };
/** It has the secret of a link. Nobody who signs in is known yet. */
const ofSignIn: BodyLimits = { maxBytes: 1_024, isOfStranger: true };

/** Returns how long the body of a request may be. */
export function bodyLimitsOf({ mayBeLong }: { readonly mayBeLong?: boolean | undefined }): BodyLimits {
  return mayBeLong === true ? ofWorkflow : ofAdministration;
}

/** Goes on, or responds. */
type Check = (proceed: () => void) => void;

/** Who sends a request: neither with the admin token. */
interface Sender {
  readonly session?: Session;
  readonly key?: ApiKey;
  /** Set if it may have lost its right when its body has arrived. */
  readonly again?: Check | undefined;
}

export interface AdministrationParts {
  readonly addresses: Pick<ClientAddresses, 'clientAddress'>;
  /** Takes note of a request with a wrong admin token. */
  readonly tokenRefused: (client: RequestClient) => void;
  readonly isSameOrigin: (head: RequestHead) => boolean;
  readonly adminToken: AdminToken;
  readonly keys: KeyStore;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  /** Owners have a bucket for each account, as large as that of a key. */
  readonly burstPerKey: BurstLimiter;
  /** Responds to a request whose key or session could not be looked for. */
  readonly lookUpFailed: (response: GatewayResponse, error: unknown) => void;
  /** Responds to a request whose handler failed after it had returned: a bug. */
  readonly failed: (response: GatewayResponse, error: unknown) => void;
}

/** Serves the endpoints of operators and owners: the checks of who asks and from where, and then the body. */
export class Administration<Services> {
  readonly #parts: AdministrationParts;
  readonly #services: Services;

  constructor(parts: AdministrationParts, services: Services) {
    this.#parts = parts;
    this.#services = services;
  }

  /** @param found - whose route is `route`. */
  serve(
    exchange: Exchange,
    response: GatewayResponse,
    found: Found<Services>,
    route: AdministeredRoute<Services>,
  ): void {
    const { head } = exchange;
    // A token decides alone: a browser adds its cookie to every request.
    if (route.access === 'operator' && head.adminToken !== '') {
      if (this.#isOperator(response, exchange, head.adminToken))
        this.#handle(exchange, response, found, route, {}, exchange);
    } else if (route.access === 'sign-in') {
      // Another page must not sign a browser in with a session of its own choice.
      if (this.#isCrossSite(exchange)) response.forbidden('origin-not-allowed');
      else this.#handle(exchange, response, found, route, {}, exchange);
    } else {
      // uWebSockets.js forgets the query as soon as the request has been handled.
      const asked = { head, method: exchange.method, query: exchange.query, peer: exchange.peer };
      this.#admitSession(exchange, response, route, (session, body) => {
        const again: Check | undefined = body.hasEnded
          ? undefined
          : (proceed) => this.#unlessEnded(session, route.access, exchange.head, response, proceed);
        this.#handle(asked, response, found, route, { session, again }, body);
      });
    }
  }

  /**
   * Serves an endpoint for holders of keys, whose checks have been made.
   *
   * @param again - goes on if the key still allows the request when its body has arrived, or responds.
   */
  serveKeyHolder(
    exchange: Exchange,
    response: GatewayResponse,
    found: Found<Services>,
    route: KeyHolderRoute<Services>,
    { key, body, again }: { readonly key: ApiKey; readonly body: BodySource; readonly again: Check },
  ): void {
    // uWebSockets.js forgets the query as soon as the request has been handled.
    const asked = { head: exchange.head, method: exchange.method, query: exchange.query, peer: exchange.peer };
    this.#handle(asked, response, found, route, { key, again }, body);
  }

  /** Goes on with a request of an operator. @param token - the admin token that it presents; '' for none. */
  admitOperator(exchange: Exchange, response: GatewayResponse, token: string, proceed: () => void): void {
    if (token === '') this.#admitSession(exchange, response, { access: 'operator' }, proceed);
    else if (this.#isOperator(response, exchange, token)) proceed();
  }

  /** Returns whether the token is valid; otherwise the request has been refused. */
  #isOperator(response: GatewayResponse, exchange: Exchange, token: string): boolean {
    const isRight = this.#parts.adminToken.verify(token);
    if (!isRight) {
      this.#parts.tokenRefused(this.#clientOf(exchange, response));
      response.error('invalid-admin-token');
    }
    return isRight;
  }

  #clientOf({ peer, head }: Pick<Exchange, 'peer' | 'head'>, { requestId }: GatewayResponse): RequestClient {
    return { address: this.#parts.addresses.clientAddress(peer, head.forwardedFor), requestId };
  }

  #admitSession(
    exchange: Exchange,
    response: GatewayResponse,
    { access, mayBeLong }: Pick<AdministeredRoute<Services>, 'access' | 'mayBeLong'>,
    proceed: (session: Session, body: HeldBody) => void,
  ): void {
    const { burstPerKey, cookie, sessions, lookUpFailed, failed } = this.#parts;
    const secret = cookie.read(exchange.head);
    if (secret === '') {
      response.error(access === 'operator' ? 'missing-admin-token' : 'missing-session');
      return;
    }
    if (this.#isCrossSite(exchange)) {
      response.forbidden('origin-not-allowed');
      return;
    }
    const body = HeldBody.of(exchange, bodyLimitsOf({ mayBeLong }));
    sessions
      .find(secret)
      .then(
        (session) => {
          if (!exchange.open) return response.abandon();
          if (session === undefined || !isMeant(session, exchange.head)) return response.error('session-ended');
          if (access !== 'session' && access !== session.role) return response.error('session-not-allowed');
          if (access === 'owner' && this.#isAccountDisabled(session)) return response.error('account-disabled');
          // An owner may have many addresses, and each change waits for the disk and for the other gateways.
          if (session.accountId !== null && !burstPerKey.take(session.accountId)) return response.refuse('burst-key');
          proceed(session, body);
        },
        (error: unknown) => lookUpFailed(response, error),
      )
      .catch((error: unknown) => failed(response, error));
  }

  #handle(
    { head, method, query, peer }: Pick<Exchange, 'head' | 'method' | 'query' | 'peer'>,
    response: GatewayResponse,
    { parameters }: Found<Services>,
    { access, methods, takesAnyType, mayBeLong }: AdministeredRoute<Services> | KeyHolderRoute<Services>,
    { session, key, again }: Sender,
    body: BodySource,
  ): void {
    if (!takesAnyType && (method === 'POST' || method === 'PUT')) {
      const unsupported = unsupportedMedia(head);
      if (unsupported !== undefined) {
        response.error(unsupported);
        return;
      }
    }
    const handler = handlerOf(methods, method);
    const reader: BodyReader = {
      complete: (received) => {
        response.bytesIn = received.length;
        const client = this.#clientOf({ head, peer }, response);
        const by = { session, ...(key !== undefined && { key }) };
        const request = { method, parameters, query, body: viewOf(received), head, ...by, ...client };
        const respond = () => this.#respond(response, handler(request, this.#services));
        if (again === undefined) respond();
        else again(respond);
      },
      failed: (reason) => respondToMissingBody(response, reason),
    };
    body.readBody(reader, access === 'sign-in' ? ofSignIn : bodyLimitsOf({ mayBeLong }));
  }

  #respond(response: GatewayResponse, prepared: Promise<AdministrationResult>): void {
    prepared.then(
      (result) => {
        if ('problem' in result) response.problem(result.problem);
        else if ('pieces' in result) response.stream(result.contentType, result.pieces, result.headers);
        else response.send(result.status, result.body, result.headers);
      },
      (error: unknown) => this.#parts.failed(response, error),
    );
  }

  /** Looks for a session again, and goes on only if it has not ended. */
  #unlessEnded(
    { id }: Session,
    access: AdministeredRoute<Services>['access'],
    head: RequestHead,
    response: GatewayResponse,
    proceed: () => void,
  ): void {
    const { cookie, sessions, lookUpFailed, failed } = this.#parts;
    sessions
      .find(cookie.read(head))
      .then(
        (session) => {
          if (session?.id !== id) response.error('session-ended');
          else if (access === 'owner' && this.#isAccountDisabled(session)) response.error('account-disabled');
          else proceed();
        },
        (error: unknown) => lookUpFailed(response, error),
      )
      .catch((error: unknown) => failed(response, error));
  }

  /** Its owner sees and changes nothing, but can sign out. */
  #isAccountDisabled({ accountId }: Session): boolean {
    const { keys } = this.#parts;
    keys.follow();
    return accountId !== null && keys.account(accountId)?.enabled === false;
  }

  #isCrossSite({ method, head }: Exchange): boolean {
    return isCrossSite(method, head, this.#parts.isSameOrigin);
  }
}

/**
 * Whether a page means the session whose cookie its browser sends. Over HTTP, a program on another port of the same host
 * can replace the cookie by that of another session.
 */
function isMeant({ id }: Session, { sessionId }: RequestHead): boolean {
  return sessionId === '' || sessionId === id;
}
