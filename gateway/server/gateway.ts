import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import type { ReplaceableUrlRules } from '#engine/core/url-rules.js';
import type { ToolSet } from '#engine/own-tools/tool-set.js';
import { type Clock, systemClock } from '#gateway/core/clock.js';
import { ClockSteps } from '#gateway/core/clock-steps.js';
import { collectOnceIdle } from '#gateway/core/idle-collection.js';
import type { Log } from '#gateway/core/log.js';
import type { SharedLimits } from '#gateway/core/member.js';
import type { MetricsReport } from '#gateway/core/metrics-report.js';
import type { Supervision } from '#gateway/supervisor/messages.js';
import { WorkerPool } from '#workers/pool.js';
import { startAuditUpkeep } from './audit-upkeep.js';
import { ClusterView, ConfigDrift } from './cluster-view.js';
import { AdminToken } from './config/admin-token.js';
import type { Config } from './config/config.js';
import { type ReloadReport, RunningSettings, reloadSettings, sharedLimits } from './config/running-settings.js';
import { openCounterStores } from './counter-stores.js';
import { createCounters } from './counters.js';
import { connectionsWithin, descriptorLimit } from './descriptors.js';
import type { Endpoint, Services } from './endpoints/endpoint.js';
import { endpoints as allEndpoints } from './endpoints/endpoints.js';
import { Metrics } from './endpoints/metrics.js';
import { createHandshakeLimit } from './handshake-limit.js';
import { Host } from './host.js';
import { reserveSharedPort } from './http/listening.js';
import type { HttpHandler, HttpServer } from './http/server.js';
import { createServer, logHandlerFailure } from './http-server.js';
import type { KeyStore } from './keys/key-store.js';
import { openKeys } from './keys.js';
import { ClientAddresses } from './limits/client-address.js';
import { metricSources } from './metric-sources.js';
import { createOperatorTasks } from './operator-tasks.js';
import { configuredTools, ServedTools } from './own-tools.js';
import { createPipeline } from './pipeline/pipeline.js';
import { RefusedAttempts } from './pipeline/refused-attempts.js';
import { nowhere, RouteTable } from './pipeline/route-table.js';
import { createSameOriginCheck } from './pipeline/same-origin.js';
import { createServices } from './services.js';
import { SessionCookie } from './sessions/session-cookie.js';
import type { Sessions } from './sessions/sessions.js';
import { type GatewayState, GatewayStop } from './stop.js';
import { prepareDataFolder } from './storage/data-folder.js';
import { checkFileSystem } from './storage/file-system.js';
import { FolderLock } from './storage/folder-lock.js';
import { Membership } from './storage/membership.js';
import { databaseFile } from './storage/sqlite/connection.js';
import { requireDatabase } from './storage/sqlite/database-mark.js';
import { damagedError, fullDiskError, isStoreFault, isUnavailable } from './storage/store-fault.js';
import { EventLoopDelay } from './telemetry/event-loop-delay.js';
import { RecentReadings } from './telemetry/metrics/recent-readings.js';
import { RequestLog } from './telemetry/request-log.js';
import { RequestMetrics } from './telemetry/request-metrics.js';
import { RequestObserver } from './telemetry/request-observer.js';
import { type Certificate, configuredCertificate } from './tls/certificate.js';
import { CertificateRenewal } from './tls/certificate-renewal.js';
import { configuredUrlRules, reloadUrlRules } from './url-rules.js';
import { allocationOf } from './worker-allocation.js';

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
  /** The gateways of this machine; only this one if left out. */
  readonly host?: Host;
}

/** A running gateway. */
export interface Gateway {
  readonly port: number;
  /** Whether this start created the database. */
  readonly firstStart: boolean;
  readonly adminToken: AdminToken;
  readonly keys: KeyStore;
  readonly sessions: Sessions;
  /** Resolves when every thread is up, including that of the counters. */
  readonly ready: Promise<void>;
  /** Returns the metrics of this gateway, for another one of the machine. */
  metrics(): MetricsReport;
  /** When the certificate in use expires, in milliseconds since the epoch; undefined without TLS. */
  readonly certificateExpiry: number | undefined;
  /**
   * Applies the settings that can change while the gateway runs and the rules for URLs, and logs the changes.
   *
   * @throws {ConfigError} if the rules cannot be used; nothing changes then.
   */
  reload(config: Config): ReloadReport;
  /** Reads the files of the certificate again; see {@link CertificateRenewal.renew}. */
  renewCertificate(): Promise<void>;
  /** Reads the tools of the operator again; see {@link ServedTools.renew}. */
  renewTools(): Promise<void>;
  /** Says "not ready", and closes connections with their next response. Everything else continues. */
  announceStop(): void;
  /**
   * Stops for another process that is prepared. The gateway stays ready and keeps the port, unless it is shared, until
   * nothing is in flight or the deadline has passed, and each response closes its connection; then it stops as with
   * {@link stop}.
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
  const { config, host = new Host(allocationOf(config)) } = options;
  const certificate = configuredCertificate(config);
  const urlRules = { current: configuredUrlRules(config) };
  const toolSet = await configuredTools(config);
  const onFailure: (() => Promise<void>)[] = [];
  try {
    if (config.databaseUrl === undefined) {
      const file = databaseFile(config.dataDir);
      // Before anything is created: a folder that was moved away could not be moved back.
      requireDatabase(file, options.supervision?.database === file);
    }
    prepareDataFolder(config.dataDir);
    if (config.databaseUrl === undefined) warnOfFileSystem(options.log, config.dataDir, host.allocation.gateway);
    const folderLock = host.isShared
      ? await FolderLock.share(config.dataDir, process.ppid)
      : FolderLock.take(config.dataDir);
    onFailure.push(async () => folderLock.release());
    return await startInFolder({ ...options, host, urlRules, toolSet }, certificate, folderLock, onFailure);
  } catch (error) {
    // What a connection or a thread keeps alive would not end.
    for (const free of onFailure.reverse()) await free().catch((cause: unknown) => logUnfreed(options.log, cause));
    const damaged = config.databaseUrl === undefined ? damagedError(error, databaseFile(config.dataDir)) : undefined;
    throw fullDiskError(error, config.dataDir) ?? damaged ?? error;
  }
}

/** The error of the start itself is the one to throw. */
function logUnfreed(log: Log, error: unknown): void {
  log.error({ err: error }, 'Cannot free everything after a failed start');
}

/** Logs once for all gateways of the machine. @throws {Error} if SQLite cannot be used there. */
function warnOfFileSystem(log: Log, dataDir: string, gateway: number): void {
  const warning = checkFileSystem(dataDir);
  if (warning !== undefined && gateway === 1) log.warn(warning);
}

/** Listens on the port that the gateways of the machine share, or alone. */
async function listenIn({ isShared, allocation }: Host, server: HttpServer, { host, port }: Config): Promise<number> {
  if (!isShared) return server.listen(host, port);
  return server.listen(host, allocation.port ?? (await reserveSharedPort(host, port)), true);
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
    host,
    urlRules,
    toolSet,
  }: GatewayOptions & {
    readonly host: Host;
    readonly urlRules: ReplaceableUrlRules;
    readonly toolSet: ToolSet;
  },
  certificate: Certificate | undefined,
  folderLock: FolderLock,
  onFailure: (() => Promise<void>)[],
): Promise<Gateway> {
  const settings = new RunningSettings(config);
  const adminToken = AdminToken.load(config.adminToken, config.dataDir);
  const membership = new Membership();
  const clockSteps = new ClockSteps({ log });
  const opened = await openKeys({
    config,
    membership,
    clock,
    clockSteps,
    log,
    lockFile: folderLock.file,
    isShared: host.isShared,
    gateway: host.allocation.gateway,
  });
  onFailure.push(opened.close);
  const { audit, keys, sessions, shared } = opened;
  const storeClock = shared?.time ?? clock;
  const refusedSignIns = new RefusedAttempts({
    audit,
    clock,
    onError: (error) => log.warn({ err: error }, 'A refused sign-in is not in the audit log'),
  });
  const counterStores = openCounterStores({
    opened,
    membership,
    clock,
    isAlone: !host.isShared,
    historyDays: config.historyDays,
  });
  const counterStore = counterStores.store;
  const { announcements } = counterStores;
  const operatorTasks = createOperatorTasks({ config, settings, opened, keys, announcements, host, clock, log });
  const operations = endpoints.filter(({ access }) => access === 'operation').map(({ label }) => label);
  const counters = createCounters({
    settings,
    clock,
    log,
    keys,
    membership,
    operations,
    ...counterStores,
    syncIntervalMs: config.syncIntervalMs,
    duringOutage: config.quotaDuringOutage,
    isShared: host.isShared || shared !== undefined,
    onCounted: (accountId, counted, limit) => operatorTasks.events.counted(accountId, counted, limit),
  });
  const { burstPerIp, burstPerKey, quota, quotaTurns, history, sync, health, quotaOf } = counters;

  const pool = new WorkerPool({
    threads: host.allocation.threads,
    maxQueue: config.maxQueue,
    jobTimeoutMs: config.jobTimeoutMs,
    memoryMb: config.workerMemoryMb,
    maxBodyBytes: config.maxBodyBytes,
    toolDirectories,
    operatorData: { urlRules: urlRules.current, toolFolder: toolSet.folder },
    onStartFailure: (error, retryMs) => log.error({ err: error, retryMs }, 'A worker thread died while starting'),
  });
  onFailure.push(
    () => pool.stop(),
    () => counterStore.close(),
  );
  // The threads load what they need while this one loads the tools. An empty write starts the thread of the counters:
  // before that, no count would survive a crash.
  const countersUp = counterStore.write({}).catch((error) => log.error({ err: error }, 'Counters cannot be stored'));
  const threadsUp = Promise.all([pool.start(), countersUp]);
  const served = new ServedTools(await loadCatalogue(toolDirectories), toolSet, { exposed: config.mcpExpose, log });
  const updateThreads = (): void => pool.update({ urlRules: urlRules.current, toolFolder: served.set.folder });
  served.onChange(updateThreads);
  const addresses = new ClientAddresses(config.trustedProxies);
  const state: GatewayState = { started: false, announced: false, draining: false };
  const routes = new RouteTable<Services>(endpoints);
  const requests = new RequestMetrics([...routes.resources, nowhere]);
  const requestLog = new RequestLog({ log, config, addresses });
  settings.onChange((current) => {
    requestLog.config = current;
  });
  const eventLoopDelay = new EventLoopDelay();
  const scheme = certificate === undefined ? 'http' : 'https';
  const publicUrl = () => settings.current.publicUrl;
  const cookie = new SessionCookie({ scheme, publicUrl });
  const isDegraded = (): boolean => health.isFailing || keys.isUnreadable || shared?.keys.isUnavailable === true;
  const sources = metricSources({
    config,
    clock,
    host,
    supervision,
    keys,
    counters,
    pool,
    requests,
    eventLoopDelay,
    isDegraded,
    operatorTasks,
    clockSteps,
    server: () => server,
    certificateExpiry: () => renewal?.expiresAt,
    workflowLookUps: () => services.workflows.lookUps,
  });
  const metrics = new Metrics(sources, host, log);
  const recentReadings = new RecentReadings({
    read: () => metrics.recentSeries(),
    operations: routes.resources.filter(({ kind }) => kind === 'text').map(({ label }) => label),
    monotonicMs: () => performance.now(),
  });
  host.watch(() => ({
    ready: state.started && !state.announced && pool.full && keys.isFresh,
    degraded: isDegraded(),
  }));
  let address: string | undefined;
  let cancelCollection = (): void => {};
  let stopUpkeep = (): void => {};
  const limits = (): SharedLimits => ({
    ...sharedLimits(config, settings.current),
    TOOLS_DIR: served.set.folder.digest || 'none',
  });
  const cluster = new ClusterView({ host, clock, limits, shared: shared?.members, address: () => address });
  const configDrift = new ConfigDrift(cluster, log);
  const services = createServices({
    config,
    settings,
    clock,
    log,
    served,
    endpoints,
    urlRules,
    pool,
    opened,
    counters,
    counterStore,
    health,
    adminToken,
    refusedSignIns,
    sessionCookie: cookie,
    scheme,
    publicUrl,
    metrics,
    recentReadings,
    host,
    cluster,
    state,
  });
  const pipeline = createPipeline(routes, services, {
    clock,
    addresses,
    tokenRefused: (client) => refusedSignIns.note('admin-token.refused', client),
    isSameOrigin: createSameOriginCheck({ scheme, publicUrl }),
    burstPerIp,
    burstPerKey,
    quota,
    quotaOf,
    settings,
    keys,
    adminToken,
    sessions,
    cookie,
    state,
    observer: new RequestObserver(requests, history, requestLog),
    isStoreFailure(error) {
      if (isUnavailable(error)) return true;
      if (!isStoreFault(error)) return false;
      services.storeFailed(error);
      return true;
    },
    onError: (error) => logHandlerFailure(log, error),
  });
  const connections = {
    maxConnections: connectionsWithin(descriptorLimit(), host.allocation.threads),
    admitsHandshake: createHandshakeLimit({ settings, clock, addresses }),
  };
  const handler: HttpHandler = {
    handle(exchange) {
      eventLoopDelay.wake();
      pipeline.handle(exchange);
    },
    refuse: (exchange, error) => pipeline.refuse(exchange, error),
  };
  const server = await createServer(config, certificate, handler, connections, log);

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
    state,
    server,
    pool,
    sync,
    quotaTurns,
    counterStore,
    sharesPort: host.isShared,
    stopWatching() {
      renewal?.stop();
      host.stop();
      cancelCollection();
      configDrift.stop();
      stopUpkeep();
      operatorTasks.stop();
    },
    async release() {
      eventLoopDelay.stop();
      clockSteps.stop();
      recentReadings.stop();
      await refusedSignIns.stop();
      const closed = opened.close();
      folderLock.release();
      await closed;
    },
  });
  sync.start(!host.isShared);
  quotaTurns.start();
  eventLoopDelay.start();
  clockSteps.start();
  operatorTasks.start();
  try {
    const port = await listenIn(host, server, config);
    address = `${config.host}:${port}`;
    shared?.keys.presents(() => ({ ...host.condition, address: address ?? null, limits: limits() }));
    if (shared !== undefined) configDrift.start(settings);
    const ready = threadsUp.then(() => {
      state.started = true;
      host.check();
      cancelCollection = collectOnceIdle();
    });
    renewal?.start();
    recentReadings.start();
    stopUpkeep = startAuditUpkeep({ audit, clock: storeClock, days: () => settings.current.auditDays });
    return {
      port,
      firstStart: opened.isNew,
      adminToken,
      keys,
      sessions,
      ready,
      metrics: () => metrics.report(),
      get certificateExpiry() {
        return renewal?.expiresAt;
      },
      reload(next) {
        // Read first: if the file is wrong, no setting changes.
        const nextRules = configuredUrlRules(next);
        const report = reloadSettings(settings, next, log);
        reloadUrlRules(urlRules, nextRules, updateThreads, log);
        return report;
      },
      renewCertificate: async () => renewal?.renew(),
      renewTools: () => served.renew(() => ({ ...settings.current, workerMemoryMb: config.workerMemoryMb })),
      announceStop() {
        stop.announce();
        host.check();
      },
      handOver: () => stop.handOver(),
      stop: () => stop.stop(),
    };
  } catch (error) {
    await stop.stop().catch((cause: unknown) => logUnfreed(log, cause));
    throw error;
  }
}
