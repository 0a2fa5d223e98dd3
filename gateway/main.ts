import { ConfigError, readConfig } from './config.js';
import { withEnvFile } from './env-file.js';
import { type Gateway, startGateway } from './gateway.js';
import { createLog, type Log } from './log.js';
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
  reloads.connect(() => reload(gateway, log));
  stopOnSignals(gateway, (signal) => log.info({ signal }, 'stopping'));
}

/** SIGHUP, from the first moment on: until it is connected it would end the process, or be lost. */
class ReloadSignal {
  #cameEarly = false;
  #reload = (): void => {
    this.#cameEarly = true;
  };

  constructor() {
    process.on('SIGHUP', () => this.#reload());
  }

  connect(reload: () => void): void {
    this.#reload = reload;
    if (this.#cameEarly) reload();
  }
}

const settingsStay = 'The settings stay as they are';

/** Reads `.env` and the certificate again; the environment of a process cannot change. A bad value changes no setting. */
function reload(gateway: Gateway, log: Log): void {
  void gateway.renewCertificate();
  try {
    gateway.reload(readConfig(withEnvFile(process.env)));
  } catch (error) {
    if (!(error instanceof ConfigError)) log.error({ err: error }, settingsStay);
    else for (const problem of error.problems) log.error({ problem }, settingsStay);
  }
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
