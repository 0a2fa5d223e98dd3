import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { freePort } from './free-port.js';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway.js';
import { temporaryFolder } from './temporary-folder.js';

/** A gateway that a test can stop and restart at the same address with the same data. */
export interface RestartableGateway {
  readonly service: TestGateway;
  stop(): Promise<void>;
  /** Starts the gateway again. @param settings - settings that change. */
  start(settings?: Readonly<Record<string, string>>): Promise<TestGateway>;
}

/** Starts a gateway that a test can stop and start again, with the same port and data folder. */
export async function startRestartableGateway(
  t: CleanupScope,
  options: TestGatewayOptions = {},
): Promise<RestartableGateway> {
  const dataDir = temporaryFolder(t);
  // Not 0: uWebSockets.js can listen again on a port that the system chose only after a minute, when the system has
  // forgotten the old connections.
  const port = String(await freePort());
  let end: () => Promise<void> = async () => {};
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped = end();
    end = async () => {};
    return stopped;
  };
  const start = async (settings: Readonly<Record<string, string>> = {}) => {
    // A page may notice a stop before it is over.
    await stopped;
    return startTestGateway(
      {
        after: (cleanup) => {
          end = cleanup;
        },
      },
      { ...options, dataDir, settings: { PORT: port, ...options.settings, ...settings } },
    );
  };
  cleanUpAfter(t, stop);
  const service = await start();
  return { service, stop, start };
}
