import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Timing } from '#gateway/client/timing.js';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';

/** A clock that advances only during waits. */
export class SimulatedTiming implements Timing {
  /** All waits, in milliseconds. */
  readonly delays: number[] = [];
  readonly #random: number;
  #now = 0;

  /** @param random - the value of every random number. */
  constructor(random = 0) {
    this.#random = random;
  }

  now(): number {
    return this.#now;
  }

  /** The clock starts at the epoch. */
  date(): number {
    return this.#now;
  }

  async wait(milliseconds: number): Promise<void> {
    this.delays.push(milliseconds);
    this.#now += milliseconds;
  }

  random(): number {
    return this.#random;
  }

  /** Advances time while no request waits. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** A response of a planned server. */
export interface PlannedResponse {
  readonly status: number;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that a planned server received. */
export interface PlannedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const notThere: PlannedResponse = { status: 404, body: { error: 'Not found' } };

export interface PlannedServer {
  readonly url: string;
  readonly requests: readonly PlannedRequest[];
  /** Requests for the usage of a key. */
  readonly usageRequests: readonly PlannedRequest[];
}

/**
 * Starts a server that sends the given responses in order, and repeats the last one.
 *
 * @param responses - the responses. undefined breaks the connection, `never` leaves it open without a response.
 * @param usages - the responses to requests for the usage of a key. If left out, the endpoint does not exist, as on an
 *   earlier version of the gateway.
 */
export async function startPlannedServer(
  scope: CleanupScope,
  responses: readonly (PlannedResponse | 'never' | undefined)[],
  usages: readonly (PlannedResponse | 'never' | undefined)[] = [notThere],
): Promise<PlannedServer> {
  const requests: PlannedRequest[] = [];
  const usageRequests: PlannedRequest[] = [];
  const server = createServer(async (request, response) => {
    const isUsage = request.url?.endsWith('/v1/usage') === true;
    const [received, plan] = isUsage ? [usageRequests, usages] : [requests, responses];
    const planned = plan[Math.min(received.length, plan.length - 1)];
    const head = { method: request.method, url: request.url, headers: request.headers };
    const index = received.push({ ...head, body: '' }) - 1;
    // A client may end its request before it is read.
    const chunks = await request.toArray().catch(() => undefined);
    if (chunks === undefined) return;
    received[index] = { ...head, body: Buffer.concat(chunks).toString() };
    if (planned === 'never') return;
    if (planned === undefined) return void response.destroy();
    const { status, headers, body = { error: 'because' } } = planned;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  cleanUpAfter(scope, () => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, usageRequests };
}
