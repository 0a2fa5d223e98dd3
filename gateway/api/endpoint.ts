import type { RunningSettings } from '../config/running-settings.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';
import type { AgentEndpoint } from '../mcp/agent-endpoint.js';
import type { DescribedEndpoint } from '../openapi/vocabulary.js';
import type { Work } from '../request/operation-call.js';
import type { Route } from '../request/route.js';
import type { StaticDocument } from '../request/static-document.js';
import type { ConsoleDocuments } from './console-documents.js';
import type { ReferenceDocuments } from './reference-documents.js';

/** What the operator is told of accounts. */
export interface AccountReader {
  /**
   * A page of accounts with their quotas, in order of creation.
   *
   * @param query - what stands behind the `?`: `limit` and `after`.
   * @throws {RequestError} if the query asks for no page.
   */
  list(query: string): object;
  /** The quota of an account, and its requests of this hour and the 23 before it. Undefined if there is no such account. */
  usage(accountId: string): object | undefined;
}

/** What handlers of endpoints need; put together in gateway/server/gateway.ts. */
export interface Services extends Work {
  readonly agents: AgentEndpoint;
  /** Whether agents may reach the gateway under a `Host`. */
  readonly isHostForAgents: (host: string) => boolean;
  /** What the holder of a key is told of its use, as JSON in UTF-8. */
  readonly usageOf: (key: ApiKey) => Uint8Array;
  /** The document of one tool, or of all if no slug is given. */
  readonly documentOfTool: (slug?: string) => StaticDocument | undefined;
  readonly reference: ReferenceDocuments;
  readonly console: ConsoleDocuments;
  readonly keys: KeyStore;
  readonly accounts: AccountReader;
  /** Told of each change of keys that could not be stored. */
  readonly storeFailed: (error: unknown) => void;
  /** All metrics as of now, in the text format of Prometheus. */
  readonly metricsText: () => Promise<Uint8Array>;
  readonly settings: RunningSettings;
  /** Whether new work can be taken: all threads are up, and nobody has asked the process to stop. */
  readonly isReady: () => boolean;
  /** Whether counters do not reach the store, and are kept in memory alone. */
  readonly isDegraded: () => boolean;
}

/** An entry of the table in endpoints.ts: a route, and how the OpenAPI document describes it. */
export type Endpoint = Route<Services> & DescribedEndpoint;
