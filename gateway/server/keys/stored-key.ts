import type { Environment, KeyBounds, Plan } from '../storage/key-table.js';
import { ByteColumn, Column, TextColumn } from './columns.js';
import type { AccountLimits, BoundsInForce } from './key-bounds.js';
import type { ApiKey } from './key-store.js';

/** The length of the ids that are generated. */
const idLength = 24;

/** Bytes of SHA-256. */
export const hashLength = 32;

const bytes = () => new Column((length) => new Uint8Array(length));
/** Rows, each as one more, so that 0 is none; or counts. */
const words = () => new Column((length) => new Uint32Array(length));
/** Times in milliseconds since the epoch, each as one more, so that 0 is null. */
const times = () => new Column((length) => new Float64Array(length));

/** In the flags of a key: the environment is `dev`, and something narrows its use. */
export const isDev = 1;
export const isBounded = 2;
/** In the flags of an account: the plan is `free`, and it has limits of its own or is disabled. */
export const isFree = 1;
export const isLimited = 2;

/** What is known of keys, by row. Rarer things are in maps. */
export class KeyColumns {
  readonly ids = new TextColumn(idLength);
  readonly sequences = new Column((length) => new Float64Array(length));
  /** Rows of accounts. */
  readonly accounts = words();
  readonly flags = bytes();
  readonly last4 = new TextColumn(4);
  readonly createdAt = times();
  readonly revokedAt = times();
  readonly lastUsedAt = times();
  readonly labels = new Map<number, string>();
  readonly origins = new Map<number, readonly string[]>();
  readonly operatorBounds = new Map<number, KeyBounds>();
  readonly ownerBounds = new Map<number, KeyBounds>();
  readonly passedExpiries = new Map<number, number>();
  /** What follows from these three and the limits of the account; of rows with the flag {@link isBounded}. */
  readonly boundsInForce = new Map<number, BoundsInForce>();
  /** The first secret of a key. */
  readonly firstSecrets = words();
  /** The next key of the same account. */
  readonly nextKeys = words();
}

/** What is known of secrets, by row. */
export class SecretColumns {
  readonly hashes = new ByteColumn(hashLength);
  /** Rows of keys. */
  readonly keys = words();
  readonly expiresAt = times();
  /** The next secret of the same key. */
  readonly nextSecrets = words();

  /** Returns the rows of a key's secrets. @param first - as {@link KeyColumns.firstSecrets} has it. */
  rowsFrom(first: number): number[] {
    const rows: number[] = [];
    for (let row = toRow(first); row !== undefined; row = toRow(this.nextSecrets.get(row))) rows.push(row);
    return rows;
  }
}

/** What is known of accounts, by row. */
export class AccountColumns {
  readonly ids = new TextColumn(idLength);
  /** 0 before the account itself is known. */
  readonly sequences = new Column((length) => new Float64Array(length));
  readonly createdAt = times();
  readonly flags = bytes();
  readonly names = new Map<number, string>();
  readonly externalIds = new Map<number, string>();
  /** Of rows with the flag {@link isLimited}. */
  readonly limits = new Map<number, AccountLimits>();
  readonly firstKeys = words();
  readonly lastKeys = words();
  /** Numbers of keys that are not revoked. */
  readonly activeKeys = words();

  planOf(row: number): Plan {
    return (this.flags.get(row) & isFree) === 0 ? 'pro' : 'free';
  }
}

export interface AllColumns {
  readonly keys: KeyColumns;
  readonly secrets: SecretColumns;
  readonly accounts: AccountColumns;
}

const noOrigins: readonly string[] = Object.freeze([]);

/** A key that reads the columns whenever it is asked, so that it follows every change. */
export class StoredKey implements ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** In the columns of keys. */
  readonly row: number;
  readonly #account: number;
  readonly #columns: AllColumns;

  constructor(columns: AllColumns, row: number) {
    this.#columns = columns;
    this.row = row;
    this.#account = columns.keys.accounts.get(row);
    this.id = columns.keys.ids.get(row);
    this.accountId = columns.accounts.ids.get(this.#account);
  }

  get plan(): Plan {
    return this.#columns.accounts.planOf(this.#account);
  }

  get environment(): Environment {
    return (this.#columns.keys.flags.get(this.row) & isDev) === 0 ? 'live' : 'dev';
  }

  get label(): string | null {
    return this.#columns.keys.labels.get(this.row) ?? null;
  }

  get origins(): readonly string[] {
    return this.#columns.keys.origins.get(this.row) ?? noOrigins;
  }

  get operatorBounds(): KeyBounds | null {
    return this.#columns.keys.operatorBounds.get(this.row) ?? null;
  }

  get ownerBounds(): KeyBounds | null {
    return this.#columns.keys.ownerBounds.get(this.row) ?? null;
  }

  get bounds(): BoundsInForce | undefined {
    const { flags, boundsInForce } = this.#columns.keys;
    // Asked for with each request: most keys pay for one byte.
    return (flags.get(this.row) & isBounded) === 0 ? undefined : boundsInForce.get(this.row);
  }

  get dailyQuota(): number | null {
    return this.bounds?.dailyQuota ?? null;
  }

  get last4(): string {
    return this.#columns.keys.last4.get(this.row);
  }

  get createdAt(): number {
    return toTime(this.#columns.keys.createdAt.get(this.row)) ?? 0;
  }

  get revokedAt(): number | null {
    return toTime(this.#columns.keys.revokedAt.get(this.row));
  }

  get lastUsedAt(): number | null {
    return toTime(this.#columns.keys.lastUsedAt.get(this.row));
  }

  get oldSecretExpiresAt(): number | null {
    const { keys, secrets } = this.#columns;
    const ends = secrets.rowsFrom(keys.firstSecrets.get(this.row)).map((row) => secrets.expiresAt.get(row));
    return toTime(Math.max(0, ...ends));
  }
}

/** Returns how a column has a time. */
export function fromTime(ms: number | null): number {
  return ms === null ? 0 : ms + 1;
}

/** Returns the time that a column has. */
export function toTime(stored: number): number | null {
  return stored === 0 ? null : stored - 1;
}

/** Returns the row that a column has; undefined for none. */
export function toRow(stored: number): number | undefined {
  return stored === 0 ? undefined : stored - 1;
}
