import { readConfig } from './config.js';
import { withEnvFile } from './env-file.js';
import { type Gateway, startGateway } from './gateway.js';
import { createLog, type Log } from './log.js';
import { endByHangUp, ReloadSignal, warnOfEnvFile } from './reload-signal.js';
import { baseUrl, welcome } from './welcome.js';

/**
 * How long a load balancer may take to notice that the gateway is not ready any more, before it stops listening. Ctrl-C
 * leaves no such time.
 */
const noticeMs = 1_000;

/**
 * Makes this process a gateway: settings in, a gateway up, signals to a clean stop (exit code 0) or to settings read
 * again. Resolves once it listens.
 *
 * @throws {ConfigError} for settings that cannot be used.
 * @throws {Error} with one sentence if it cannot start.
 */
export async function serve(): Promise<void> {
  const reloads = new ReloadSignal();
  const config = readConfig(withEnvFile(process.env));
  const log = createLog(config.logLevel);
  warnOfEnvFile(log);
  const gateway = await startGateway({ config, log });
  const url = baseUrl(config.host, gateway.port, config.tlsCertFile !== undefined);
  if (gateway.firstStart) {
    // What cannot be said is no reason not to serve.
    process.stdout.on('error', () => {});
    process.stdout.write(welcome({ url, dataDir: config.dataDir, tokenFile: gateway.adminToken.file }));
  }
  log.info({ url, pid: process.pid, workerThreads: config.workerThreads }, 'listening');
  void gateway.ready.then(() => log.info('ready'));
  const stop = stopOf(gateway, log);
  process.on('SIGTERM', () => stop('SIGTERM', noticeMs, () => process.exit(0)));
  process.on('SIGINT', () => stop('SIGINT', 0, () => process.exit(0)));
  reloads.connect(gateway, log, () => stop('SIGHUP', 0, endByHangUp));
}

/** How the gateway is stopped: once, and a second signal ends the process at once. */
function stopOf(gateway: Gateway, log: Log): (signal: NodeJS.Signals, afterMs: number, end: () => void) => void {
  let stopping = false;
  return (signal, afterMs, end) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    gateway.announceStop();
    const ended = (): void => {
      log.info('stopped');
      end();
    };
    setTimeout(() => void gateway.stop().then(ended), afterMs);
  };
}
