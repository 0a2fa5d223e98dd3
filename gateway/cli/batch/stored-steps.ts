import type { RequestedStep } from '#engine/operations/requested-step.js';
import { storedWorkflows } from '#gateway/client/workflows.js';
import { gatewayKey, gatewayUrl } from '../core/gateway-access.js';
import { type Io, UsageError } from '../core/io.js';
import { GatewayClient } from './gateway-client.js';
import { type BatchOptions, refusal } from './run-batch.js';

/**
 * Returns the steps of a workflow that is stored at the gateway. A batch sends them and not the name: all its requests
 * have the same, also with `--resume`.
 *
 * @param named - with `@` and a version, or the newest one.
 * @throws {UsageError} if the name has no version after `@`.
 * @throws {CommandError} if the gateway has no such workflow, or does not respond.
 */
export async function storedSteps(io: Io, named: string, options: BatchOptions): Promise<readonly RequestedStep[]> {
  const [name = '', written] = named.split('@', 2);
  if (written !== undefined && !/^[1-9]\d{0,8}$/.test(written)) {
    throw new UsageError(`--workflow ${named}: a version is a number, such as ${name}@3`);
  }
  const version = written === undefined ? undefined : Number(written);
  const client = new GatewayClient({
    url: gatewayUrl(io, options.url),
    key: gatewayKey(io, options.keyFile),
    maxWaitMs: options.maxWait * 1_000,
  });
  try {
    const { steps } = await storedWorkflows(client).get(name, { version });
    return steps as readonly RequestedStep[];
  } catch (error) {
    throw refusal(client.explained(error), ` for the workflow ${named}`);
  } finally {
    client.stop();
  }
}
