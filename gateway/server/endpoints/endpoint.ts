import type { Clock } from '#gateway/core/clock.js';
import type { UsageRange } from '#gateway/core/usage-range.js';
import type { AgentEndpoint } from '#gateway/mcp/agent-endpoint.js';
import type { RunningSettings } from '../config/running-settings.js';
import type { RequestHead } from '../http/head.js';
import type { Account, ApiKey, KeyStore } from '../keys/key-store.js';
import type { Workflows } from '../keys/workflows.js';
import type { Work } from '../pipeline/operation-call.js';
import type { RefusedAttempts } from '../pipeline/refused-attempts.js';
import type { AdministrationRequest, AdministrationResult, Route } from '../pipeline/route.js';
import type { StaticDocument } from '../pipeline/static-document.js';
import type { SessionCookie } from '../sessions/session-cookie.js';
import type { Sessions } from '../sessions/sessions.js';
import type { AuditFilter, AuditQuery } from '../storage/audit-log.js';
import type { ClusterState } from './cluster-document.js';
import type { ConsoleDocuments } from './console-documents.js';
import type { DescribedEndpoint } from './openapi/vocabulary.js';
import type { ReferenceDocuments } from './reference-documents.js';

/** Account information for the operator. */
export interface AccountReader {
  /**
   * Returns a page of accounts with their quotas, in order of creation.
   *
   * @param query - the query after the `?`: `limit` and `after`, or `externalId`.
   * @throws {RequestError} if the query is invalid.
   */
  list(query: string): Promise<object>;
  /** Returns an account with its quota. */
  document(account: Account): Promise<object>;
  /**
   * Returns the quota of an account, and its requests. Undefined if there is no such account.
   *
   * @param query - the query after the `?`: `range`.
   * @throws {RequestError} if the query is invalid.
   */
  usage(accountId: string, query: string): Promise<object | undefined>;
  /**
   * Returns the requests of keys in a range. Without those that are not known: they were not counted apart from other
   * keys, or the store cannot be read.
   */
  requestsOf(keys: readonly ApiKey[], range: UsageRange): Promise<ReadonlyMap<string, number>>;
}

/** Whose quota is shown. */
export type UsageOwner = Pick<ApiKey, 'accountId' | 'plan' | 'dailyQuota'>;

/** The audit log, for operators and owners. */
export interface AuditReader {
  /**
   * Returns a page of entries.
   *
   * @param owner - the account whose owner asks; undefined for an operator.
   * @throws {RequestError} if `after` is not the id of an entry.
   */
  page(query: AuditQuery, owner?: string): Promise<object>;
  /** Returns all entries as NDJSON, read piece by piece. */
  lines(filter: AuditFilter): AsyncIterable<Uint8Array>;
}

/** The services that handlers of endpoints use; gateway/server/services.ts builds them. */
export interface Services extends Work {
  readonly agents: AgentEndpoint;
  /** Whether agents may reach the gateway under a `Host`. */
  readonly isHostForAgents: (host: string) => boolean;
  readonly clock: Clock;
  /**
   * Returns what is left of the daily quota of an account, for its owner or the holder of a key, with the requests per
   * minute of a key: those that are returned for the setting.
   */
  readonly usageOf: (owner: UsageOwner, burstOf: (setting: number) => number) => Promise<object>;
  /** Returns the URL at which a browser that sends a request reaches the console. */
  readonly consoleUrl: (head: RequestHead) => string;
  /** Returns the document of one tool, or of all tools without a slug. */
  readonly documentOfTool: (slug?: string) => StaticDocument | undefined;
  readonly reference: ReferenceDocuments;
  readonly console: ConsoleDocuments;
  readonly keys: KeyStore;
  readonly workflows: Workflows;
  readonly accounts: AccountReader;
  /**
   * Returns the usage of all accounts. @param query - the query after the `?`: `range`.
   *
   * @throws {RequestError} if the query is invalid.
   */
  readonly usageTotals: (query: string) => Promise<object>;
  /**
   * Responds with the usage by day. @param ownerOf - the account that may be read; all of them if left out.
   *
   * @throws {RequestError} if the query is invalid.
   */
  readonly usageDays: (request: AdministrationRequest, ownerOf?: string) => Promise<AdministrationResult>;
  readonly audit: AuditReader;
  /** Records sign-ins that are refused. */
  readonly refusedSignIns: RefusedAttempts;
  readonly sessions: Sessions;
  readonly sessionCookie: SessionCookie;
  /** Whether this is the admin token, compared in constant time. */
  readonly isAdminToken: (token: string) => boolean;
  /** Logs a change of keys that could not be stored. */
  readonly storeFailed: (error: unknown) => void;
  /** Returns the current metrics in the text format of Prometheus. */
  readonly metricsText: () => Promise<Uint8Array>;
  /** Returns metrics of the last two minutes. */
  readonly recentMetrics: () => object;
  readonly settings: RunningSettings;
  /** Whether the service accepts new work: all threads of a gateway are up, and this process is not stopping. */
  readonly isReady: () => boolean;
  /** Returns the gateways that serve, for the operator. */
  readonly cluster: () => Promise<ClusterState>;
  /** Whether a gateway cannot reach the store, or write counters to it, and keeps them only in memory. */
  readonly isDegraded: () => boolean;
  /** Whether the tools in TOOLS_DIR are invalid, and those that were read before are served. */
  readonly hasOutdatedTools: () => boolean;
}

/** An entry of the table in endpoints.ts: a route, and how the OpenAPI document describes it. */
export type Endpoint = Route<Services> & DescribedEndpoint;
