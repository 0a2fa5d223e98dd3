import { ConfigError, readConfig } from './config.js';
import { withEnvFile } from './env-file.js';
import { type Gateway, startGateway } from './gateway.js';
import { createLog } from './log.js';
import { ReloadSignal } from './reload-signal.js';
import { baseUrl, welcome } from './welcome.js';

/**
 * The process: settings in, a gateway up, signals to a clean stop or to settings read again. Exit code 1 with one line a
 * problem if it cannot start; 0 after a stop.
 */

/** How long a load balancer may take to notice that the gateway is not ready any more, before it stops listening. */
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
    process.stdout.write(welcome({ url, dataDir: config.dataDir, tokenFile: gateway.adminToken.file }));
  }
  log.info({ url, pid: process.pid, workerThreads: config.workerThreads }, 'listening');
  void gateway.ready.then(() => log.info('ready'));
  reloads.connect(gateway, log);
  stopOnSignals(gateway, (signal) => log.info({ signal }, 'stopping'));
}

/** SIGTERM leaves time to notice; Ctrl-C does not. A second signal ends the process at once. */
function stopOnSignals(gateway: Gateway, onStop: (signal: string) => void): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      onStop(signal);
      gateway.announceStop();
      setTimeout(() => void gateway.stop().then(() => process.exit(0)), signal === 'SIGTERM' ? noticeMs : 0);
    });
  }
}
