import type { RunningSettings } from '../config/running-settings.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';
import type { AgentEndpoint } from '../mcp/agent-endpoint.js';
import type { DescribedEndpoint } from '../openapi/vocabulary.js';
import type { Work } from '../request/operation-call.js';
import type { Route } from '../request/route.js';
import type { StaticDocument } from '../request/static-document.js';
import type { ConsoleDocuments } from './console-documents.js';
import type { ReferenceDocuments } from './reference-documents.js';

/** Account information for the operator. */
export interface AccountReader {
  /**
   * Returns a page of accounts with their quotas, in order of creation.
   *
   * @param query - the query after the `?`: `limit` and `after`.
   * @throws {RequestError} if the query is invalid.
   */
  list(query: string): object;
  /**
   * Returns the quota of an account, and its requests in this hour and the 23 before it. Undefined if there is no such
   * account.
   */
  usage(accountId: string): object | undefined;
}

/** The services that handlers of endpoints use; gateway/server/gateway.ts builds them. */
export interface Services extends Work {
  readonly agents: AgentEndpoint;
  /** Whether agents may reach the gateway under a `Host`. */
  readonly isHostForAgents: (host: string) => boolean;
  /** Returns the usage of a key's account, for its holder, as JSON in UTF-8. */
  readonly usageOf: (key: ApiKey) => Uint8Array;
  /** Returns the document of one tool, or of all tools without a slug. */
  readonly documentOfTool: (slug?: string) => StaticDocument | undefined;
  readonly reference: ReferenceDocuments;
  readonly console: ConsoleDocuments;
  readonly keys: KeyStore;
  readonly accounts: AccountReader;
  /** Logs a change of keys that could not be stored. */
  readonly storeFailed: (error: unknown) => void;
  /** Returns the current metrics in the text format of Prometheus. */
  readonly metricsText: () => Promise<Uint8Array>;
  readonly settings: RunningSettings;
  /** Whether the gateway accepts new work: all threads are up, and the process is not stopping. */
  readonly isReady: () => boolean;
  /** Whether counters cannot be written to the store, and are kept only in memory. */
  readonly isDegraded: () => boolean;
}

/** An entry of the table in endpoints.ts: a route, and how the OpenAPI document describes it. */
export type Endpoint = Route<Services> & DescribedEndpoint;
