import { existsSync } from 'node:fs';
import { loadCatalogue, toolsDirectory } from '../../engine/catalogue/catalogue.js';
import { createEngine } from '../../engine/execute.js';
import { createDispatch } from '../../workers/dispatch.js';
import { WorkerPool } from '../../workers/pool.js';
import { Accounts } from '../api/accounts.js';
import { ConsoleDocuments } from '../api/console-documents.js';
import type { Endpoint, Services } from '../api/endpoint.js';
import { endpoints as allEndpoints } from '../api/endpoints.js';
import { Metrics } from '../api/metrics.js';
import { ReferenceDocuments } from '../api/reference-documents.js';
import { ToolDocuments } from '../api/tools.js';
import { usageReader } from '../api/usage.js';
import { AdminToken } from '../config/admin-token.js';
import { type Config, ConfigError } from '../config/config.js';
import { type ReloadReport, RunningSettings, reloadSettings } from '../config/running-settings.js';
import { type Clock, systemClock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import { NodeServer } from '../http/node.js';
import { IndexedKeyStore } from '../keys/indexed-key-store.js';
import type { KeyStore } from '../keys/key-store.js';
import { ClientAddresses } from '../limits/client-address.js';
import { AgentEndpoint } from '../mcp/agent-endpoint.js';
import { exposureProblem } from '../mcp/exposed-tools.js';
import { createHostCheck } from '../mcp/host-check.js';
import { loadedCatalogue } from '../mcp/tools/agent-catalogue.js';
import { EventLoopDelay } from '../observability/event-loop-delay.js';
import { RequestLog } from '../observability/request-log.js';
import { RequestMetrics } from '../observability/request-metrics.js';
import { RequestObserver } from '../observability/request-observer.js';
import { createPipeline } from '../request/pipeline.js';
import { nowhere, RouteTable } from '../request/route-table.js';
import { createSameOriginCheck } from '../request/same-origin.js';
import { databaseFile, openDatabase } from '../store/connection.js';
import { prepareDataFolder } from '../store/data-folder.js';
import { FolderLock } from '../store/folder-lock.js';
import { SqliteCounterStore } from '../store/sqlite-counter-store.js';
import { SqliteKeyTable } from '../store/sqlite-key-table.js';
import { fullDiskError, storeFault } from '../store/store-fault.js';
import { noRestarts } from '../supervisor/death.js';
import type { Supervision } from '../supervisor/messages.js';
import { type Certificate, configuredCertificate } from '../tls/certificate.js';
import { CertificateRenewal } from '../tls/certificate-renewal.js';
import { createCounters } from './counters.js';
import { bodyBytesLimit, createServer } from './http-server.js';
import { type GatewayState, GatewayStop } from './stop.js';

export interface GatewayOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** Folders of tools. */
  readonly toolDirectories?: readonly string[];
  /** The endpoints of the HTTP API. */
  readonly endpoints?: readonly Endpoint[];
  /** How often the files of the certificate are checked, in milliseconds. */
  readonly certificatePollMs?: number;
  /** Facts of the supervisor, if there is one. */
  readonly supervision?: Supervision;
}

/** A running gateway. */
export interface Gateway {
  readonly port: number;
  /** Whether this start created the database. */
  readonly firstStart: boolean;
  readonly adminToken: AdminToken;
  readonly keys: KeyStore;
  /** Resolves when every thread is up, including that of the counters. */
  readonly ready: Promise<void>;
  /** When the certificate in use expires, in milliseconds since the epoch; undefined without TLS. */
  readonly certificateExpiry: number | undefined;
  /** Applies the settings that can change while the gateway runs, and logs the changes. */
  reload(config: Config): ReloadReport;
  /** Reads the files of the certificate again; see {@link CertificateRenewal.renew}. */
  renewCertificate(): Promise<void>;
  /** Says "not ready", and closes connections with their next response. Everything else continues. */
  announceStop(): void;
  /**
   * Stops for another process that is prepared. The gateway stays ready and keeps the port until nothing is in flight
   * or the deadline has passed, and each response closes its connection; then it stops as with {@link stop}.
   */
  handOver(): Promise<void>;
  /** Responds to what has arrived, writes the counters, and frees everything. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Builds and starts everything: the composition root.
 *
 * @throws {Error} with one sentence if the database cannot be opened or the port cannot be taken.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config } = options;
  const certificate = configuredCertificate(config);
  let folderLock: FolderLock | undefined;
  try {
    prepareDataFolder(config.dataDir);
    folderLock = FolderLock.take(config.dataDir);
    return await startInFolder(options, certificate, folderLock);
  } catch (error) {
    folderLock?.release();
    throw fullDiskError(error, config.dataDir) ?? error;
  }
}

async function startInFolder(
  {
    config,
    log,
    clock = systemClock,
    toolDirectories = [toolsDirectory],
    endpoints = allEndpoints,
    certificatePollMs,
    supervision,
  }: GatewayOptions,
  certificate: Certificate | undefined,
  folderLock: FolderLock,
): Promise<Gateway> {
  const settings = new RunningSettings(config);
  const firstStart = !existsSync(databaseFile(config.dataDir));
  const adminToken = AdminToken.load(config.adminToken, config.dataDir);
  const database = openDatabase(config.dataDir);
  const keys = new IndexedKeyStore(new SqliteKeyTable(database), clock);
  const counterStore = new SqliteCounterStore({ database, clock });
  const operations = endpoints.filter(({ access }) => access === 'operation').map(({ label }) => label);
  const counters = createCounters({
    ...{ settings, clock, log, store: counterStore, keys, operations },
    syncIntervalMs: config.syncIntervalMs,
  });
  const { burstPerIp, burstPerKey, quota, history, sync, quotaOf } = counters;

  const pool = new WorkerPool({
    threads: config.workerThreads,
    maxQueue: config.maxQueue,
    jobTimeoutMs: config.jobTimeoutMs,
    memoryMb: config.workerMemoryMb,
    toolDirectories,
    onStartFailure: (error, retryMs) => log.error({ err: error, retryMs }, 'A worker thread died while starting'),
  });
  const catalogue = await loadCatalogue(toolDirectories);
  const wrongExposure = exposureProblem(config.mcpExpose, catalogue);
  if (wrongExposure !== undefined) throw new ConfigError([`MCP_EXPOSE: ${wrongExposure}`]);
  const addresses = new ClientAddresses(config.trustedProxies);
  const state: GatewayState = { started: false, announced: false, draining: false };
  const clientOf = (peer: string | Uint8Array, forwardedFor: string) => addresses.clientId(peer, forwardedFor);
  const routes = new RouteTable<Services>(endpoints);
  const requests = new RequestMetrics([...routes.resources, nowhere]);
  const requestLog = new RequestLog({ log, config, clientOf });
  settings.onChange((current) => {
    requestLog.config = current;
  });
  const eventLoopDelay = new EventLoopDelay();
  const scheme = certificate === undefined ? 'http' : 'https';
  const publicUrl = () => settings.current.publicUrl;
  const tools = new ToolDocuments(catalogue);
  const metrics = new Metrics({
    server: () => server.load,
    httpServer: () => (server instanceof NodeServer ? 'node' : 'uws'),
    bodyBytesLimit: bodyBytesLimit(config),
    requests,
    jobsWaiting: () => pool.waiting,
    jobsWaitingLimit: config.maxQueue,
    threads: () => config.workerThreads,
    threadsUp: () => pool.threadsUp,
    restarts: () => pool.restarts,
    eventLoopDelay: eventLoopDelay.histogram,
    isStoreFailing: () => sync.failing,
    lastSync: () => sync.lastSuccess,
    now: () => clock.now(),
    certificateExpiry: () => renewal?.expiresAt,
    databaseFile: databaseFile(config.dataDir),
    keys: () => keys.activeCount,
    evictedEarly: () => burstPerIp.evictedEarly,
    gatewayRestarts: supervision?.restarts ?? noRestarts(),
    supervisorStartedAt: supervision?.startedAt,
  });
  const services: Services = {
    dispatch: createDispatch(createEngine(catalogue), pool, config.inlineMaxBytes),
    dropUnwantedJobs: () => pool.dropUnwanted(),
    log,
    agents: new AgentEndpoint({
      catalogue: loadedCatalogue(catalogue),
      exposed: config.mcpExpose,
      report: (trace) => log.error({ trace }, 'a message of an agent cannot be answered'),
    }),
    isHostForAgents: createHostCheck({
      listeningHost: config.host,
      publicUrl,
      names: () => settings.current.mcpHosts,
    }),
    usageOf: usageReader({ quota, quotaOf, burstPerKey: () => settings.current.burstPerKey }),
    documentOfTool: (slug) => tools.find(slug),
    reference: new ReferenceDocuments({ catalogue, endpoints, scheme, publicUrl }),
    console: new ConsoleDocuments(),
    keys,
    accounts: new Accounts({ keys, usedQuota: (accountId) => quota.used(accountId), quotaOf, history }),
    storeFailed(error) {
      const { reason, fields } = storeFault(error, databaseFile(config.dataDir));
      const effect = 'keys cannot be made or changed (503), all other requests are served';
      log.error(fields, `A change of keys cannot be stored${reason}; ${effect}`);
    },
    metricsText: () => metrics.text(),
    settings,
    isReady: () => state.started && !state.announced && pool.full,
    isDegraded: () => sync.failing,
  };
  const pipeline = createPipeline(routes, services, {
    clock,
    clientOf,
    isSameOrigin: createSameOriginCheck({ scheme, publicUrl }),
    burstPerIp,
    burstPerKey,
    quotas: { quota, reserve: sync.reserve },
    quotaOf,
    settings,
    keys,
    adminToken,
    isDraining: () => state.draining,
    observer: new RequestObserver(requests, history, requestLog),
  });
  const server = await createServer(config, certificate, pipeline, log);

  const renewal =
    certificate &&
    new CertificateRenewal({
      certificate,
      use: (next) => server.useCertificate(next),
      log,
      clock,
      ...(certificatePollMs === undefined ? {} : { pollMs: certificatePollMs }),
    });

  const stop = new GatewayStop({
    ...{ state, server, pool, sync, counterStore },
    stopWatching: () => renewal?.stop(),
    release() {
      eventLoopDelay.stop();
      database.close();
      folderLock.release();
    },
  });
  sync.start();
  eventLoopDelay.start();
  try {
    const port = await server.listen(config.host, config.port);
    // An empty write starts the thread of the counters: before that, no count would survive a crash.
    const countersUp = counterStore.write({}).catch((error) => log.error({ err: error }, 'Counters cannot be stored'));
    const ready = Promise.all([pool.start(), countersUp]).then(() => {
      state.started = true;
    });
    renewal?.start();
    return {
      port,
      firstStart,
      adminToken,
      keys,
      ready,
      get certificateExpiry() {
        return renewal?.expiresAt;
      },
      reload: (next) => reloadSettings(settings, next, log),
      renewCertificate: async () => renewal?.renew(),
      announceStop: () => stop.announce(),
      handOver: () => stop.handOver(),
      stop: () => stop.stop(),
    };
  } catch (error) {
    await stop.stop();
    throw error;
  }
}
