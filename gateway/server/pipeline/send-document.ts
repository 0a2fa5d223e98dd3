import { stackFrames } from '#engine/core/stack-frames.js';
import type { Log } from '#gateway/core/log.js';
import type { Exchange } from '../http/server.js';
import type { GatewayResponse } from './gateway-response.js';
import type { OpenRequest } from './route.js';
import type { StaticDocument } from './static-document.js';

/** A document, or undefined if there is none of this name. A promise if it is created on the first request. */
export type MadeDocument = StaticDocument | undefined | Promise<StaticDocument | undefined>;

/** Sends a document: 200, 304 if the client has it, or 404 if there is none. */
export function sendDocument({ exchange, response }: OpenRequest, document: MadeDocument, log: Log) {
  if (!(document instanceof Promise)) return send(exchange, response, document);
  const failed = (error: unknown): void => {
    log.error({ trace: stackFrames(error) }, 'A document cannot be made');
    response.error('internal-error');
  };
  document.then((made) => send(exchange, response, made), failed);
}

function send({ head }: Exchange, response: GatewayResponse, document: StaticDocument | undefined) {
  if (document === undefined) return response.error('not-found');
  const { body, etag, encoding } = document.negotiate(head.acceptEncoding);
  const validators = [
    ...['ETag', etag, 'Cache-Control', document.cacheControl, 'Vary', 'Accept-Encoding'],
    ...document.headers,
  ];
  if (document.matches(head.ifNoneMatch)) return response.notModified(validators);
  const headers = encoding === '' ? validators : [...validators, 'Content-Encoding', encoding];
  response.document(document.contentType, body, headers);
}
