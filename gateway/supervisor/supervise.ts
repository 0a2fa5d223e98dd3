import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { endBySignal } from '#gateway/core/hang-up.js';
import { handleSignals } from '#gateway/core/service-signals.js';
import type { ProcessEnd } from './process-end.js';
import { type RestartLimits, restartLimits } from './restart-policy.js';
import { Supervisor } from './supervisor.js';
import { SupervisorLog } from './supervisor-log.js';

/** Signals with which the supervisor also ends itself; others would leave a core file of the wrong process. */
const plainSignals: readonly string[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'];

/** How long the process waits for a reader of its output before it exits, in milliseconds. */
const lastLinesMs = 1_000;

/**
 * Makes this process the supervisor of a gateway: it starts a gateway process, forwards SIGTERM, SIGINT and SIGHUP,
 * restarts the gateway when it dies, and replaces it on SIGUSR2. It ends in the same way as a gateway that was asked to
 * stop.
 *
 * Only the gateway reads the settings, so that this process loads almost nothing.
 */
export async function supervise(limits: RestartLimits = restartLimits): Promise<never> {
  const log = new SupervisorLog(process.stdout);
  process.stderr.on('error', () => {});
  const supervisor = new Supervisor(limits, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => supervisor.stop(signal));
  const ended = supervisor.run();
  handleSignals({
    reload: () => supervisor.reload(),
    restart: () => supervisor.restart(),
    hangUp: () => supervisor.hangUp(),
  });
  const end = await ended;
  await Promise.all([written(process.stdout), written(process.stderr)]);
  return endLike(end);
}

/** Resolves once a stream has written everything, or after {@link lastLinesMs}. */
function written(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) return resolve();
    setTimeout(resolve, lastLinesMs);
    stream.write('', () => resolve());
  });
}

function endLike({ status, signal }: ProcessEnd): Promise<never> {
  if (signal === null) process.exit(status ?? 1);
  const asStatus = 128 + constants.signals[signal];
  if (!plainSignals.includes(signal)) process.exit(asStatus);
  endBySignal(signal);
  // A signal that the first process of a container sends itself does not end it.
  return new Promise(() => setTimeout(() => process.exit(asStatus), 200));
}
