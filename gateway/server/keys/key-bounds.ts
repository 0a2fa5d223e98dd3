import { type IpAddress, type IpNetwork, isInNetwork, parseNetwork } from '#gateway/core/ip-address.js';
import type { AccountRow, KeyBounds, KeyOperation } from '../storage/key-table.js';

/** The limits of an account, as far as they narrow the use of its keys. */
export type AccountLimits = Pick<AccountRow, 'dailyQuota' | 'burstPerMinute' | 'enabled'>;

/**
 * Returns the bounds of a key: those of the operator and those of the owner together. A list is empty if they have nothing
 * in common.
 */
export function narrowed(ofOperator: KeyBounds | null, owner: KeyBounds | null): KeyBounds {
  const operator = ofOperator ?? {};
  if (owner === null) return operator;
  const expiresAt = least(operator.expiresAt, owner.expiresAt);
  const burstPerMinute = ownBurst(operator.burstPerMinute, owner.burstPerMinute);
  const operations = common(operator.operations, owner.operations, (given, wanted) =>
    given.filter((operation) => wanted.includes(operation)),
  );
  const addresses = common(operator.addresses, owner.addresses, commonNetworks);
  return {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(burstPerMinute !== undefined && { burstPerMinute }),
    ...(operations && { operations }),
    ...(addresses && { addresses }),
    ...((operator.disabled || owner.disabled) && { disabled: true }),
  };
}

/** What narrows the use of a key, with the limits of its account. */
export class BoundsInForce {
  /** Whether it was disabled by the operator or the owner, or its account was. */
  readonly isDisabled: boolean;
  /** Milliseconds since the epoch; undefined for never. */
  readonly expiresAt: number | undefined;
  /** Of the account; null for the setting, 0 for no limit. */
  readonly dailyQuota: number | null;
  /**
   * Whether the expiry is known to have passed: in this process, or in the store, so that it stays so for all. Set by who
   * sees it first.
   */
  expiry: 'ahead' | 'passed here' | 'passed';
  readonly #operations: readonly KeyOperation[] | undefined;
  readonly #networks: readonly IpNetwork[] | undefined;
  /** Of the operator or else the account; null for the setting. */
  readonly #burst: number | null;
  /**
   * Requests per minute that the owner allows; 0 for no limit. Counted apart: changing it gives nothing back of the
   * others.
   */
  readonly ownerBurst: number;

  constructor(
    operator: KeyBounds | null,
    owner: KeyBounds | null,
    passedExpiry: number | null,
    account: AccountLimits | undefined,
  ) {
    const { expiresAt, operations, addresses, disabled } = narrowed(operator, owner);
    this.isDisabled = disabled === true || account?.enabled === false;
    this.expiresAt = expiresAt;
    this.expiry =
      expiresAt !== undefined && expiresAt <= (passedExpiry ?? Number.NEGATIVE_INFINITY) ? 'passed' : 'ahead';
    this.dailyQuota = account?.dailyQuota ?? null;
    this.#operations = operations;
    this.#networks = addresses?.map(parseNetwork);
    this.#burst = operator?.burstPerMinute ?? account?.burstPerMinute ?? null;
    this.ownerBurst = owner?.burstPerMinute ?? 0;
  }

  allowsOperation(operation: KeyOperation): boolean {
    return this.#operations === undefined || this.#operations.includes(operation);
  }

  /** Whether the key is for some networks only. */
  get hasNetworks(): boolean {
    return this.#networks !== undefined;
  }

  /** @param address - that of the client; undefined if it has none, as over a Unix socket. */
  allowsAddress(address: IpAddress | undefined): boolean {
    if (this.#networks === undefined) return true;
    return address !== undefined && this.#networks.some((network) => isInNetwork(address, network));
  }

  /**
   * Returns the requests per minute that the owner cannot change; 0 for no limit.
   *
   * @param setting - that of all keys, in the same form.
   */
  givenBurst(setting: number): number {
    return this.#burst ?? setting;
  }

  /** Returns the requests per minute, with those of the owner. Parameter and 0 as in {@link givenBurst}. */
  burstPerMinute(setting: number): number {
    const given = this.givenBurst(setting);
    return ownBurst(given, this.ownerBurst) ?? given;
  }
}

/** Returns the lesser of two limits, where 0 is none; a limit of the owner counts only if it is one. */
function ownBurst(given: number | undefined, owner: number | undefined): number | undefined {
  if (owner === undefined || owner === 0) return given;
  return given === undefined || given === 0 ? owner : Math.min(given, owner);
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

function common<List>(one: List | undefined, other: List | undefined, both: (one: List, other: List) => List) {
  return one === undefined || other === undefined ? (one ?? other) : both(one, other);
}

/** Two networks have nothing in common, or one has all of the other. */
function commonNetworks(some: readonly string[], others: readonly string[]): readonly string[] {
  const isWithin = (inner: string, outer: string) => {
    const [within, network] = [parseNetwork(inner), parseNetwork(outer)];
    return within.bits >= network.bits && isInNetwork(within.address, network);
  };
  const within = (inner: readonly string[], outer: readonly string[]) =>
    inner.filter((each) => outer.some((network) => isWithin(each, network)));
  return [...new Set([...within(some, others), ...within(others, some)])];
}
