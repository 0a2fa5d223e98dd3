import type { UsageRangeName } from '#gateway/core/usage-range.js';
import type { Outcome, Tally } from './history.js';

/** An account as in `GET /accounts`. */
export interface Account {
  readonly id: string;
  readonly name: string | null;
  /** The operator's own id of the customer. */
  readonly externalId: string | null;
  readonly plan: string;
  /** 0 for no limit, null for the setting; as the next one. */
  readonly dailyQuota: number | null;
  readonly burstPerMinute: number | null;
  readonly enabled: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The number of active keys. */
  readonly keys: number;
  readonly used: number;
  /** Requests in 24 hours; null without a limit, and then `remaining` is null too. */
  readonly limit: number | null;
  readonly remaining: number | null;
}

/** `GET /accounts`. */
export interface AccountPage {
  readonly accounts: readonly Account[];
  readonly next: string | null;
}

/** `GET /accounts/{id}/usage`. */
export interface AccountUsage extends Pick<Account, 'plan' | 'used' | 'limit' | 'remaining'> {
  readonly accountId: string;
  readonly range: UsageRangeName;
  readonly history: readonly Tally[];
}

/** What the view needs of `GET /keys`. */
export interface KeyPage {
  readonly keys: readonly { readonly accountId: string; readonly label: string | null }[];
  readonly next: string | null;
}

/** An account with its requests in the range. */
export interface AccountTotal {
  readonly accountId: string;
  readonly requests: number;
  readonly rateLimited: number;
  readonly failed: number;
}

/** The usage of all accounts as in `GET /usage`. */
export interface Totals {
  readonly range: UsageRangeName;
  readonly history: readonly Outcome[];
  /** Most requests first. */
  readonly accounts: readonly AccountTotal[];
}

/** A gateway as in `GET /cluster`. */
export interface ClusterMember {
  readonly name: string;
  readonly address: string | null;
  readonly version: string;
  readonly startedAt: string;
  readonly ageSeconds: number;
  readonly heartbeatSeconds: number | null;
  readonly lag: number | null;
  readonly ready: boolean;
  readonly degraded: boolean;
  readonly lapsed: boolean;
  readonly answered: boolean;
}

/** `GET /cluster`. */
export interface Cluster {
  readonly store: 'sqlite' | 'postgresql';
  readonly reachable: boolean;
  readonly gateways: number;
  readonly members: readonly ClusterMember[];
  readonly differences: readonly {
    readonly setting: string;
    readonly values: readonly { readonly value: unknown; readonly members: readonly string[] }[];
  }[];
}

/** `GET /metrics/recent`. */
export interface RecentMetrics {
  readonly series: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
  readonly readings: readonly { readonly ageSeconds: number; readonly values: readonly number[] }[];
}
