import type { OperationName } from '#engine/operations/operation.js';
import type { HttpErrorCode } from '#gateway/core/errors.js';
import type { RunningSettings } from '../config/running-settings.js';
import type { RequestHead } from '../http/head.js';
import type { Exchange } from '../http/server.js';
import { type ApiKey, type KeyStore, visibleAfterMs } from '../keys/key-store.js';
import type { Charge } from '../limits/charge.js';
import type { ClientAddresses } from '../limits/client-address.js';
import { isAllowedForKey } from './cors.js';
import type { GatewayResponse } from './gateway-response.js';
import { presentedKey } from './presented-secret.js';

/** A request whose key was found. */
export interface KeyUse {
  readonly exchange: Exchange;
  /** What it asks for, if its route says so. */
  readonly operation: OperationName | undefined;
  readonly response: GatewayResponse;
  /** Undefined if it costs no quota. */
  readonly charge?: Charge;
  /** The `version` of the keys at that time. */
  readonly keysVersion: number;
}

export interface KeyAccessParts {
  readonly keys: KeyStore;
  readonly addresses: ClientAddresses;
  /** Read for each request: they say whether keys of the free plan are valid. */
  readonly settings: RunningSettings;
  /** Whether a request comes from one of the gateway's own pages, which need no allowlist. */
  readonly isSameOrigin: (head: RequestHead) => boolean;
}

/** Whether a key may be used, and from where: when a request begins, and again when its work does. */
export class KeyAccess {
  readonly #parts: KeyAccessParts;

  constructor(parts: KeyAccessParts) {
    this.#parts = parts;
  }

  /**
   * Returns why a request has no valid key; undefined if it has.
   *
   * @param key - what its secret was found to be.
   */
  invalidity(key: ApiKey | undefined): HttpErrorCode | undefined {
    if (key === undefined || (key.plan === 'free' && !this.#parts.settings.current.freeTier)) return 'invalid-api-key';
    return this.#parts.keys.refusalOf(key);
  }

  /** Whether the client of a request may use a key from where it is. */
  allowsAddress({ peer, head }: Pick<Exchange, 'peer' | 'head'>, { bounds }: ApiKey): boolean {
    if (bounds === undefined || !bounds.hasNetworks) return true;
    return bounds.allowsAddress(this.#parts.addresses.addressOf(peer, head.forwardedFor));
  }

  /** Returns the origin that may read the response, '' for none; undefined if the page must not use the key. */
  originFor(head: RequestHead, key: ApiKey): string | undefined {
    const { origin } = head;
    if (origin === '' || isAllowedForKey(origin, key)) return origin;
    return this.#parts.isSameOrigin(head) ? '' : undefined;
  }

  /**
   * Returns whether a request still has its key when its work begins: the body may have taken long to arrive. Otherwise
   * the request has been refused, and costs no quota.
   *
   * Nothing is looked for where nothing can have changed: no change has been read since, and those of other processes are
   * not due yet.
   *
   * @param now - by `performance.now()`.
   */
  lasts(use: KeyUse, now: number): boolean {
    const isRecent = now - use.response.startedAt < visibleAfterMs && this.#parts.keys.version === use.keysVersion;
    return isRecent || this.#isAdmittedAgain(use, now);
  }

  #isAdmittedAgain({ exchange, operation, response, charge }: KeyUse, now: number): boolean {
    const { keys } = this.#parts;
    keys.follow(now);
    const key = keys.find(presentedKey(exchange.head));
    const invalidity = this.invalidity(key);
    const refusal = key && invalidity === undefined ? this.#refusal(exchange, key, operation) : undefined;
    if (keys.isFresh && invalidity === undefined && refusal === undefined) return true;
    charge?.refund();
    if (!keys.isFresh) response.refuse('store-unavailable');
    else if (refusal === 'origin-not-allowed') response.forbidden(refusal);
    else if (invalidity === undefined && refusal !== undefined) response.error(refusal);
    else {
      // As at the head of a request: what has no key counts for nobody.
      response.key = undefined;
      response.error(invalidity ?? 'invalid-api-key');
    }
    return false;
  }

  /** Returns why a valid key does not allow a request; undefined if it does. */
  #refusal(exchange: Exchange, key: ApiKey, operation: OperationName | undefined): HttpErrorCode | undefined {
    if (this.originFor(exchange.head, key) === undefined) return 'origin-not-allowed';
    if (!this.allowsAddress(exchange, key)) return 'address-not-allowed';
    if (operation !== undefined && key.bounds?.allowsOperation(operation) === false) return 'operation-not-allowed';
    return undefined;
  }
}
