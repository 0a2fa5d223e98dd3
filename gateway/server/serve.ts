import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { baseUrl } from '#gateway/core/base-url.js';
import { systemClock } from '#gateway/core/clock.js';
import { endBySignal } from '#gateway/core/hang-up.js';
import { createLog, type Log } from '#gateway/core/log.js';
import { release } from '#gateway/core/release.js';
import { handleSignals } from '#gateway/core/service-signals.js';
import { shellWord } from '#gateway/core/shell-word.js';
import { version } from '#gateway/core/version.js';
import type { Supervision } from '#gateway/supervisor/messages.js';
import type { SupervisorLink } from '#gateway/supervisor/supervisor-link.js';
import { type Config, ConfigError, readConfig } from './config/config.js';
import { overriddenSettings, readEnvFile, unknownSettings, withEnvFile } from './config/env-file.js';
import { exposureOf } from './config/exposure.js';
import { type Gateway, startGateway } from './gateway.js';
import { Host } from './host.js';
import { configuredTools } from './own-tools.js';
import { signInAddress } from './sessions/sign-in-address.js';
import { firstStartBanner, startupBanner } from './startup-banner.js';
import { databaseFile } from './storage/sqlite/connection.js';
import { configuredCertificate } from './tls/certificate.js';
import { configuredUrlRules } from './url-rules.js';
import { allocationOf, type WorkerAllocation } from './worker-allocation.js';

/**
 * How long a load balancer has to notice that the gateway is no longer ready, before it stops listening. Ctrl-C skips
 * this.
 */
const noticeMs = 1_000;

const supervisorNeeded = 'Only one gateway serves: GATEWAYS needs a supervisor of this version';
const restartNeeded = 'A change of GATEWAYS takes a restart of the service';
const notClean = 'Stopped, but not cleanly';

/**
 * Makes this process a gateway: reads the settings, starts the gateway, and handles signals: a clean stop (exit code 0)
 * or a reload. Resolves once it listens.
 *
 * @param link - to the supervisor, which says when to serve.
 * @throws {ConfigError} for invalid settings.
 * @throws {Error} with one sentence if it cannot start.
 */
export async function serve(link?: SupervisorLink): Promise<void> {
  const supervision = await link?.word;
  if (supervision?.clockAnchor !== undefined) systemClock.agree(supervision.clockAnchor);
  const config = readConfig(withEnvFile(process.env));
  const allocation = allocationOf(config, supervision);
  const host = new Host(allocation, link);
  const log = createLog(config.logLevel, undefined, host.isShared ? allocation.gateway : undefined, config.logFormat);
  warnOfEnvFile(log);
  if (allocation.gateways !== config.gateways) {
    const fields = { configured: config.gateways, gateways: allocation.gateways };
    log.warn(fields, supervision?.gateway === undefined ? supervisorNeeded : restartNeeded);
  }
  const gateway = await startGateway({ config, log, host, ...(supervision && { supervision }) });
  try {
    await connect(gateway, { config, log, allocation, link, supervision });
  } catch (error) {
    // Otherwise it would go on serving, without handlers of signals, and unknown to the supervisor.
    await gateway.stop().catch((cause: unknown) => log.error({ err: cause }, notClean));
    throw error;
  }
}

/** What connects a gateway that listens with its surroundings. */
interface Surroundings {
  readonly config: Config;
  readonly log: Log;
  readonly allocation: WorkerAllocation;
  readonly link: SupervisorLink | undefined;
  readonly supervision: Supervision | undefined;
}

/** Notifies the operator, the log and the supervisor that a gateway listens, and handles signals from then on. */
async function connect(gateway: Gateway, surroundings: Surroundings): Promise<void> {
  const { config, log, allocation, link, supervision } = surroundings;
  const url = baseUrl(config.host, gateway.port, config.tlsCertFile !== undefined);
  const exposure = await exposureOf(config, gateway.port, process.env);
  const atTerminal = supervision?.startedAtTerminal ?? process.stderr.isTTY === true;
  if (gateway.firstStart || atTerminal) {
    // Standard output is for log lines alone.
    const tokenFile = gateway.adminToken.file;
    // The link is a secret: it goes to a person at a terminal only, never to a file.
    const link = atTerminal ? await signInLink(gateway, config.publicUrl ?? url) : undefined;
    const facts = { url, dataDir: config.dataDir, tokenFile, exposure, command: commandHere(), atTerminal, link };
    // The start continues even if nobody reads it.
    process.stderr.on('error', () => {});
    process.stderr.write(gateway.firstStart ? firstStartBanner(facts) : startupBanner(facts));
  }
  if (exposure !== undefined && allocation.gateway === 1) log.warn({ addresses: exposure.addresses }, exposure.warning);
  log.info({ url, pid: process.pid, version, release, workerThreads: allocation.threads }, 'listening');
  void gateway.ready.then(() => {
    log.info('ready');
    link?.ready();
  });
  const stopper = new Stopper(gateway, log, link);
  const hangUp = () => stopper.stop('SIGHUP', 0, () => endBySignal('SIGHUP'));
  process.on('SIGTERM', () => stopper.stop('SIGTERM', noticeMs, () => process.exit(0)));
  process.on('SIGINT', () => stopper.stop('SIGINT', 0, () => process.exit(0)));
  handleSignals({
    reload: () => {
      reload(gateway, log);
      link?.logLevel(log.level);
    },
    // The signal is for the supervisor, but may be sent to all processes of a service.
    restart: () => {},
    hangUp,
  });
  link?.serves(
    {
      onOrphaned: () => stopper.orphaned(),
      onHangUp: hangUp,
      onHandOver: () => stopper.handOver(),
      report: () => gateway.metrics(),
    },
    {
      logLevel: config.logLevel,
      logFormat: config.logFormat,
      dataDir: resolve(config.dataDir),
      version,
      release,
      database: config.databaseUrl === undefined ? databaseFile(config.dataDir) : undefined,
      gateways: allocation.gateways,
      port: gateway.port,
      address: `${config.host}:${gateway.port}`,
    },
  );
}

/**
 * Returns how to call the command line in this folder. In a checkout nobody has `textmill` on the PATH. Another terminal has
 * the settings of `.env`, and not those of this environment.
 */
function commandHere(): string {
  const command = existsSync(join('gateway', 'build', 'textmill')) ? 'npx .' : 'textmill';
  const { DATA_DIR, DATABASE_URL, DATABASE_URL_FILE } = process.env;
  const place = DATA_DIR ? `DATA_DIR=${shellWord(resolve(DATA_DIR))} ` : '';
  if (DATABASE_URL_FILE) return `${place}DATABASE_URL_FILE=${shellWord(resolve(DATABASE_URL_FILE))} ${command}`;
  // The URL has a password. As it is printed, it is refused, which is better than a new database in a folder.
  return DATABASE_URL ? `${place}DATABASE_URL=… ${command}` : place + command;
}

/** Returns a link that signs the operator in; undefined if the store fails. */
async function signInLink({ sessions }: Gateway, base: string): Promise<string | undefined> {
  const issued = await sessions
    .createLink({ role: 'operator', accountId: null }, { kind: 'system', at: systemClock.now() })
    .catch(() => undefined);
  return issued && signInAddress(base, issued.secret);
}

/** Returns the problems of the current settings, without reading the data folder. */
export async function settingsProblems(): Promise<readonly string[]> {
  try {
    const config = readConfig(withEnvFile(process.env));
    configuredCertificate(config);
    configuredUrlRules(config);
    await configuredTools(config);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [(error as Error).message];
  }
}

/** Stops a gateway once; a second signal ends the process immediately. */
class Stopper {
  readonly #gateway: Gateway;
  readonly #log: Log;
  readonly #link: SupervisorLink | undefined;
  #stopping = false;

  constructor(gateway: Gateway, log: Log, link: SupervisorLink | undefined) {
    this.#gateway = gateway;
    this.#log = log;
    this.#link = link;
  }

  /**
   * Stops because of a signal.
   *
   * @param afterMs - how long it says "not ready" before it stops listening.
   * @param end - ends the process.
   */
  stop(signal: NodeJS.Signals, afterMs: number, end: () => void): void {
    if (this.#stopping) process.exit(1);
    this.#log.info({ signal }, 'stopping');
    this.#stop(afterMs, end);
  }

  /** Stops because the supervisor was killed, unless it already stops. */
  orphaned(): void {
    if (this.#stopping) return;
    this.#log.warn('stopping: the supervisor is gone');
    this.#stop(0, () => process.exit(0));
  }

  /** Ends the process once it has responded to everything in flight. A signal meanwhile stops it as usual. */
  handOver(): void {
    if (this.#stopping) return;
    this.#log.info('handing over: another process is prepared');
    const handedOver = async (): Promise<void> => {
      await this.#gateway.handOver();
      this.#log.info('handed over');
      await this.#link?.lastReport();
      process.exit(0);
    };
    handedOver().catch((error: unknown) => this.#failed(error));
  }

  #stop(afterMs: number, end: () => void): void {
    this.#stopping = true;
    this.#link?.stopping();
    this.#gateway.announceStop();
    const stopped = async (): Promise<void> => {
      await this.#gateway.stop();
      this.#log.info('stopped');
      end();
    };
    setTimeout(() => void stopped().catch((error: unknown) => this.#failed(error)), afterMs);
  }

  /** Ends the process although it could not write or free everything. */
  #failed(error: unknown): void {
    this.#log.error({ err: error }, notClean);
    process.exit(1);
  }
}

const settingsStay = 'The settings stay as they are';

/** Warns of unknown and overridden variables in `.env`: a setting may be misspelt. */
function warnOfEnvFile(log: Log): void {
  const names = unknownSettings(readEnvFile());
  if (names.length > 0) log.warn({ names }, '.env contains unknown settings');
}

/**
 * Reads the certificate, `.env` and the operator's tools again; the environment of a process cannot change. An invalid
 * value changes no setting, and an invalid tool no tool.
 */
function reload(gateway: Gateway, log: Log): void {
  void gateway.renewCertificate();
  try {
    gateway.reload(readConfig(withEnvFile(process.env)));
    void gateway.renewTools();
    warnOfEnvFile(log);
    const overridden = overriddenSettings(process.env, readEnvFile());
    if (overridden.length > 0) log.warn({ settings: overridden }, 'The environment of the process wins over .env');
  } catch (error) {
    if (!(error instanceof ConfigError)) log.error({ err: error }, settingsStay);
    else for (const problem of error.problems) log.error({ problem }, settingsStay);
  }
}
