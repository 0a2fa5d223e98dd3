import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sendRequest } from '../../support/gateway.js';

/** What a client received on one connection. */
export interface Conversation {
  readonly received: Buffer;
  /** Whether the server closed it. */
  readonly closed: boolean;
  /** The time of the last byte, or of the close by the server. */
  readonly lastMs: number;
}

/** No event reports that the server has read a write. Without a pause the server would read two writes at once. */
const betweenWritesMs = 20;
/** How long to wait for an unexpected response. */
const afterwardsMs = 500;

/**
 * Sends writes on a new connection. Reads until the server closes it, until the expected responses have arrived and no
 * other follows, or until the timeout.
 *
 * @param sent - the writes, in Latin-1.
 * @param options - `inTurn`: each write waits for the previous response.
 */
export async function converse(
  port: number,
  sent: readonly string[],
  { responses = 1, inTurn = false, timeoutMs = 60_000 } = {},
): Promise<Conversation> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const started = performance.now();
  const chunks: Buffer[] = [];
  let lastMs = 0;
  let closed = false;
  const ended = new Promise<void>((resolve) => {
    const deadline = setTimeout(resolve, timeoutMs);
    let quiet: NodeJS.Timeout | undefined;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      lastMs = performance.now() - started;
      if (heads(chunks) < responses) return;
      clearTimeout(quiet);
      quiet = setTimeout(resolve, afterwardsMs);
    });
    socket.on('close', () => {
      closed = true;
      lastMs = performance.now() - started;
      clearTimeout(quiet);
      clearTimeout(deadline);
      resolve();
    });
    socket.on('error', () => {});
  });
  for (const [index, part] of sent.entries()) {
    if (inTurn) while (heads(chunks) < index && !closed && performance.now() - started < timeoutMs) await wait(1);
    else if (index > 0) await wait(betweenWritesMs);
    if (part !== '' && socket.writable) socket.write(part, 'latin1');
  }
  await ended;
  const result = { received: Buffer.concat(chunks), closed, lastMs };
  socket.destroy();
  return result;
}

/**
 * Sends a small request on a new connection: a kept one may have been idle for so long that the server just closes it.
 *
 * @returns its status.
 */
export async function statusOfWork(url: string, key: string): Promise<number> {
  const body = { input: 'a', steps: ['upper-case'] };
  return (await sendRequest(`${url}/v1/run`, 'POST', { key, headers: { connection: 'close' }, body })).status;
}

/** Counts the final responses that have begun. */
function heads(chunks: readonly Buffer[]): number {
  return (
    Buffer.concat(chunks)
      .toString('latin1')
      .match(/HTTP\/1\.1 [2-5]\d\d /g)?.length ?? 0
  );
}
