import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';

/** A connection to a server on this machine that a test can cut. */
export interface CuttableProxy {
  readonly port: number;
  /** From now on no byte passes, and connections stay open: as when a cable is cut. */
  cut(): void;
  /**
   * Cuts as soon as a client sends a text.
   *
   * @param passes - whether the text still reaches the server, whose reply is lost then.
   * @returns a promise of that moment.
   */
  cutAt(text: string, passes: boolean): Promise<void>;
  /** Ends what was cut, and lets new connections through. */
  heal(): void;
  /** From now on new connections go to another port. */
  redirect(upstreamPort: number): void;
}

/** Starts a proxy that passes bytes on to a port of this machine. */
export async function startCuttableProxy(scope: CleanupScope, upstreamPort: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let upstreamNow = upstreamPort;
  let trap: { readonly text: string; readonly passes: boolean; sprung(): void } | undefined;
  const server = createServer((socket) => {
    const upstream = connect(upstreamNow, '127.0.0.1');
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (isCut) return;
        const sprung = from === socket && trap !== undefined && bytes.includes(trap.text) ? trap : undefined;
        if (sprung?.passes !== false) to.write(bytes);
        if (sprung === undefined) return;
        trap = undefined;
        isCut = true;
        sprung.sprung();
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!isCut) to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  cleanUpAfter(scope, () => {
    server.close();
    end();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
    },
    cutAt: (text, passes) =>
      new Promise((sprung) => {
        trap = { text, passes, sprung };
      }),
    heal() {
      isCut = false;
      end();
    },
    redirect(port) {
      upstreamNow = port;
    },
  };
}
