import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What came back on one connection. */
export interface Conversation {
  readonly received: Buffer;
  /** Whether the server closed it. */
  readonly closed: boolean;
  /** Until the last byte came or the server closed it. */
  readonly lastMs: number;
}

/** No event says that the server has read a write; without a pause two writes are one read. */
const betweenWritesMs = 20;
/** How long an answer too many has to show itself. */
const afterwardsMs = 500;

/**
 * Sends writes on a connection of their own and listens until the server closes it, or so many answers have come and
 * no other follows, or the time is up.
 *
 * @param sent - Latin-1.
 * @param options - `inTurn`: each write waits for the answer to the one before.
 */
export async function converse(
  port: number,
  sent: readonly string[],
  { answers = 1, inTurn = false, timeoutMs = 15_000 } = {},
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
      if (heads(chunks) < answers) return;
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

/** Final answers that have begun. */
function heads(chunks: readonly Buffer[]): number {
  return (
    Buffer.concat(chunks)
      .toString('latin1')
      .match(/HTTP\/1\.1 [2-5]\d\d /g)?.length ?? 0
  );
}
