import type { TestContext } from 'node:test';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway.js';
import { temporaryFolder } from './temporary-folder.js';

/** A gateway that goes away and comes back, at the same address with the same data. */
export interface RestartableGateway {
  readonly service: TestGateway;
  stop(): Promise<void>;
  /** Starts it again, over node:http: it may have the port while connections of before are still being ended. @param settings - what is different from then on. */
  start(settings?: Readonly<Record<string, string>>): Promise<TestGateway>;
}

export async function startRestartableGateway(
  t: TestContext,
  options: TestGatewayOptions = {},
): Promise<RestartableGateway> {
  const dataDir = temporaryFolder(t);
  let end: () => Promise<void> = async () => {};
  const stop = async () => {
    const last = end;
    end = async () => {};
    await last();
  };
  const start = async (settings: Readonly<Record<string, string>> = {}) =>
    startTestGateway(
      {
        after: (cleanup) => {
          end = cleanup;
        },
      },
      { ...options, dataDir, settings: { HTTP_SERVER: 'node', ...options.settings, ...settings } },
    );
  t.after(stop);
  const service = await start();
  return { service, stop, start: (settings) => start({ PORT: String(service.port), ...settings }) };
}
