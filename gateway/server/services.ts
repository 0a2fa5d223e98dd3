import type { ReplaceableUrlRules } from '#engine/core/url-rules.js';
import { createEngine } from '#engine/execute.js';
import type { Clock } from '#gateway/core/clock.js';
import type { Log } from '#gateway/core/log.js';
import { AgentEndpoint, createHostCheck } from '#gateway/mcp/agent-endpoint.js';
import { loadedCatalogue } from '#gateway/mcp/tools/agent-catalogue.js';
import { TextStore } from '#gateway/mcp/tools/text-store.js';
import { createDispatch } from '#workers/dispatch.js';
import type { WorkerPool } from '#workers/pool.js';
import type { ClusterView } from './cluster-view.js';
import type { AdminToken } from './config/admin-token.js';
import type { Config } from './config/config.js';
import type { RunningSettings } from './config/running-settings.js';
import type { Counters } from './counters.js';
import { Accounts } from './endpoints/accounts.js';
import { AuditPages } from './endpoints/audit.js';
import { ConsoleDocuments } from './endpoints/console-documents.js';
import type { Endpoint, Services } from './endpoints/endpoint.js';
import type { Metrics } from './endpoints/metrics.js';
import { ReferenceDocuments } from './endpoints/reference-documents.js';
import { ToolDocuments } from './endpoints/tools.js';
import { usageReader } from './endpoints/usage.js';
import { UsageDaysReader } from './endpoints/usage-days.js';
import { usageTotalsReader } from './endpoints/usage-totals.js';
import type { Host } from './host.js';
import { Workflows } from './keys/workflows.js';
import type { OpenedKeys } from './keys.js';
import type { StoreHealth } from './limits/store-health.js';
import type { ServedTools } from './own-tools.js';
import type { RefusedAttempts } from './pipeline/refused-attempts.js';
import type { SessionCookie } from './sessions/session-cookie.js';
import type { GatewayState } from './stop.js';
import type { CounterStore } from './storage/counter-store.js';
import { databaseFile } from './storage/sqlite/connection.js';
import { isDamage, isLost, isUnavailable, storeFault } from './storage/store-fault.js';
import type { RecentReadings } from './telemetry/metrics/recent-readings.js';

/** The parts of a gateway that the handlers of its endpoints work with. */
export interface ServingParts {
  readonly config: Config;
  readonly settings: RunningSettings;
  readonly clock: Clock;
  readonly log: Log;
  readonly served: ServedTools;
  readonly endpoints: readonly Endpoint[];
  readonly urlRules: ReplaceableUrlRules;
  readonly pool: WorkerPool;
  readonly opened: OpenedKeys;
  readonly counters: Pick<Counters, 'history' | 'quotaOf' | 'quotaReader'>;
  readonly counterStore: CounterStore;
  readonly health: StoreHealth;
  readonly adminToken: AdminToken;
  readonly refusedSignIns: RefusedAttempts;
  readonly sessionCookie: SessionCookie;
  /** How the gateway itself is reached: `http`, or `https` with a certificate of its own. */
  readonly scheme: 'http' | 'https';
  readonly publicUrl: () => string | undefined;
  readonly metrics: Metrics;
  readonly recentReadings: RecentReadings;
  readonly host: Host;
  readonly cluster: ClusterView;
  readonly state: GatewayState;
}

/** Builds what the handlers of the endpoints use. */
export function createServices({
  config,
  settings,
  clock,
  log,
  served,
  endpoints,
  urlRules,
  pool,
  opened: { audit, keys, sessions, shared, workflows: workflowTable },
  counters: { history, quotaOf, quotaReader },
  counterStore,
  health,
  adminToken,
  refusedSignIns,
  sessionCookie,
  scheme,
  publicUrl,
  metrics,
  recentReadings,
  host,
  cluster,
  state,
}: ServingParts): Services {
  const consoleDocuments = new ConsoleDocuments();
  const usageDays = new UsageDaysReader({ clock, keys, store: counterStore });
  const tools = served.made((catalogue) => new ToolDocuments(catalogue));
  const texts = new TextStore({ clock, maxBytes: config.mcpTextMb * 1024 * 1024 });
  const agents = served.made(
    (catalogue) =>
      new AgentEndpoint({
        catalogue: loadedCatalogue(catalogue),
        exposed: config.mcpExpose,
        texts,
        report: (trace) => log.error({ trace }, 'Cannot handle the message of an agent'),
      }),
  );
  const reference = served.made(
    (catalogue) =>
      new ReferenceDocuments({
        catalogue,
        endpoints,
        scheme,
        publicUrl,
        assetAddress: (name) => consoleDocuments.addressOf(name),
      }),
  );
  const engine = createEngine(
    { get: (slug) => served.catalogue.get(slug), keys: () => served.catalogue.keys() },
    {},
    urlRules,
  );
  served.onChange(() => engine.forgetTools());
  const workflows = new Workflows({
    keys,
    table: workflowTable,
    isTool: (name) => served.set.tools.some(({ slug, file }) => slug === name && file.endsWith('.json')),
    onUnread: (error) => {
      if (!isUnavailable(error)) log.error({ err: error }, 'A stored workflow cannot be read');
    },
  });
  const storeFailed = (error: unknown): void => {
    // The next read of changed keys logs it, within a second.
    if (isLost(error)) return;
    const { reason, fields } =
      shared === undefined ? storeFault(error, databaseFile(config.dataDir)) : { reason: '', fields: { err: error } };
    const effect = 'keys and sessions cannot be changed (503), all other requests are served';
    if (isDamage(error)) health.damaged(fields);
    else log.error(fields, `A change of keys or sessions cannot be stored${reason}; ${effect}`);
  };
  return {
    dispatch: createDispatch(engine, pool, Math.min(config.inlineMaxBytes, config.maxBodyBytes), (tenant, named) =>
      workflows.find(tenant, named),
    ),
    dropUnwantedJobs: () => pool.dropUnwanted(),
    log,
    get agents() {
      return agents();
    },
    isHostForAgents: createHostCheck({
      listeningHost: config.host,
      publicUrl,
      names: () => settings.current.mcpHosts,
    }),
    clock,
    consoleUrl: ({ host }) => `${publicUrl() ?? `${scheme}://${host}`}/console/`,
    usageOf: usageReader({ quota: quotaReader, quotaOf, burstPerKey: () => settings.current.burstPerKey }),
    documentOfTool: (slug) => tools().find(slug),
    get reference() {
      return reference();
    },
    console: consoleDocuments,
    keys,
    workflows,
    accounts: new Accounts({
      clock,
      keys,
      quota: quotaReader,
      quotaOf,
      history,
      store: counterStore,
      isStoreUnavailable: () => shared?.keys.isUnavailable === true,
      onUnread(error) {
        if (isDamage(error)) storeFailed(error);
      },
    }),
    usageTotals: usageTotalsReader({ clock, keys, history, store: counterStore }),
    usageDays: (request, ownerOf) => usageDays.respond(request, ownerOf),
    audit: new AuditPages(audit),
    refusedSignIns,
    sessions,
    sessionCookie,
    isAdminToken: (token) => adminToken.verify(token),
    storeFailed,
    metricsText: () => metrics.text(),
    recentMetrics: () => recentReadings.recent(),
    settings,
    isReady: () => !state.announced && host.isAnyReady,
    isDegraded: () => host.isAnyDegraded,
    hasOutdatedTools: () => served.isOutdated,
    cluster: () => cluster.state(),
  };
}
