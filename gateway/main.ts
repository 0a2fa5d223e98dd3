import { ConfigError, readConfig } from './config.js';
import { withEnvFile } from './env-file.js';
import { type Gateway, startGateway } from './gateway.js';
import { createLog, type Log } from './log.js';
import { endByHangUp, ReloadSignal } from './reload-signal.js';
import { baseUrl, welcome } from './welcome.js';

/**
 * The process: settings in, a gateway up, signals to a clean stop or to settings read again. Exit code 1 with one line a
 * problem if it cannot start; 0 after a stop.
 */

/**
 * How long a load balancer may take to notice that the gateway is not ready any more, before it stops listening. Ctrl-C
 * leaves no such time.
 */
const noticeMs = 1_000;

try {
  await run();
} catch (error) {
  const problems = error instanceof ConfigError ? error.problems : [(error as Error).message];
  for (const problem of problems) process.stderr.write(`textmill: ${problem}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const reloads = new ReloadSignal();
  const config = readConfig(withEnvFile(process.env));
  const log = createLog(config.logLevel);
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
    setTimeout(() => void gateway.stop().then(end), afterMs);
  };
}
