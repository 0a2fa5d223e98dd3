import { stackFrames } from '#engine/core/stack-frames.js';
import type { Log } from '#gateway/core/log.js';
import type { Config } from './config/config.js';
import type { ConnectionLimits } from './http/connection-gate.js';
import { NodeServer } from './http/node.js';
import type { HttpHandler, HttpServer, ServerOptions } from './http/server.js';
import type { Certificate } from './tls/certificate.js';

const maxRequestsInFlight = 10_000;
/** Memory for the bodies of requests in flight, in bodies of the maximum length. */
const maxBodiesInFlight = 32;
/** Memory for responses that clients have not read yet, in bodies of the maximum length. */
const maxUnreadBodies = 16;
/** Memory of finished bodies that is kept for later ones, in bytes. */
const maxIdleBytes = 64 * 2 ** 20;

/** Returns the memory limit for bodies of all requests in flight, in bytes. */
export function bodyBytesLimit({ maxBodyBytes }: Pick<Config, 'maxBodyBytes'>): number {
  return maxBodiesInFlight * maxBodyBytes;
}

/**
 * Creates the HTTP server of the settings, with the limits that both servers have.
 *
 * @throws {Error} if HTTP_SERVER is uws and uWebSockets.js has no binary for this machine.
 */
export async function createServer(
  config: Config,
  certificate: Certificate | undefined,
  handler: HttpHandler,
  connections: ConnectionLimits,
  log: Log,
): Promise<HttpServer> {
  const options = serverOptions(config, certificate, connections, log);
  if (config.httpServer === 'node') return new NodeServer(handler, options);
  const uws = await import('./http/uws.js').catch((error: unknown) => {
    if (config.httpServer === 'uws') {
      throw new Error('HTTP_SERVER is uws, but uWebSockets.js has no binary for this machine and version of Node', {
        cause: error,
      });
    }
    return undefined;
  });
  if (uws !== undefined) return new uws.UwsServer(handler, options);
  log.warn(
    'uWebSockets.js has no binary for this machine and version of Node: serving over node:http, which is slower',
  );
  return new NodeServer(handler, options);
}

/** Logs what a handler threw: a bug. Its message may contain a client's text. */
export function logHandlerFailure(log: Log, error: unknown): void {
  log.error({ trace: stackFrames(error) }, 'A request handler failed');
}

function serverOptions(
  { maxBodyBytes, bodyTimeoutMs }: Config,
  certificate: Certificate | undefined,
  connections: ConnectionLimits,
  log: Log,
): ServerOptions {
  return {
    maxBodyBytes,
    bodyTimeoutMs,
    bodyMemory: { maxBytes: bodyBytesLimit({ maxBodyBytes }), maxIdleBytes },
    maxUnreadBytes: maxUnreadBodies * maxBodyBytes,
    maxRequestsInFlight,
    connections,
    onError: (error) => logHandlerFailure(log, error),
    ...(certificate && { tls: certificate }),
  };
}
