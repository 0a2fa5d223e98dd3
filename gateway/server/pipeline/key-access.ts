import type { RunningSettings } from '../config/running-settings.js';
import type { RequestHead } from '../http/head.js';
import type { Exchange } from '../http/server.js';
import { type ApiKey, type KeyStore, visibleAfterMs } from '../keys/key-store.js';
import type { Charge } from '../limits/charge.js';
import { isAllowedForKey } from './cors.js';
import type { GatewayResponse } from './gateway-response.js';
import { presentedKey } from './presented-secret.js';

/** A request whose key was found and charged. */
export interface KeyUse {
  readonly exchange: Exchange;
  readonly response: GatewayResponse;
  readonly charge: Charge;
  /** The `version` of the keys at that time. */
  readonly keysVersion: number;
}

export interface KeyAccessParts {
  readonly keys: KeyStore;
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

  /** @param key - what the secret of a request was found to be. */
  isValid(key: ApiKey | undefined): key is ApiKey {
    return key !== undefined && (key.plan !== 'free' || this.#parts.settings.current.freeTier);
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

  #isAdmittedAgain({ exchange: { head }, response, charge }: KeyUse, now: number): boolean {
    const { keys } = this.#parts;
    keys.follow(now);
    const key = keys.find(presentedKey(head));
    const isValid = this.isValid(key);
    if (keys.isFresh && isValid && this.originFor(head, key) !== undefined) return true;
    charge.refund();
    if (!keys.isFresh) response.refuse('store-unavailable');
    else if (isValid) response.forbidden('origin-not-allowed');
    else {
      // As at the head of a request: what has no key counts for nobody.
      response.key = undefined;
      response.error('invalid-api-key');
    }
    return false;
  }
}
