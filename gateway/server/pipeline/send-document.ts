import { stackFrames } from '#engine/core/stack-frames.js';
import type { Log } from '#gateway/core/log.js';
import type { Exchange } from '../http/server.js';
import type { GatewayResponse } from './gateway-response.js';
import type { OpenRequest } from './route.js';
import type { Representation, StaticDocument } from './static-document.js';

/** A document, or undefined if there is none of this name. A promise if it is created on the first request. */
export type MadeDocument = StaticDocument | undefined | Promise<StaticDocument | undefined>;

/** Sends a document: 200, 304 if the client has it, or 404 if there is none. */
export function sendDocument({ exchange, response }: OpenRequest, document: MadeDocument, log: Log) {
  const failed = (error: unknown): void => {
    log.error({ trace: stackFrames(error) }, 'A document cannot be made');
    response.error('internal-error');
  };
  const negotiated = (made: StaticDocument | undefined): void | Promise<void> => {
    if (made === undefined) return response.error('not-found');
    const found = made.negotiate(exchange.head.acceptEncoding);
    if (!(found instanceof Promise)) return send(exchange, response, made, found);
    return found.then((representation) => send(exchange, response, made, representation));
  };
  if (document instanceof Promise) document.then(negotiated).catch(failed);
  else negotiated(document)?.catch(failed);
}

function send(
  { head }: Exchange,
  response: GatewayResponse,
  document: StaticDocument,
  { body, etag, coding }: Representation,
) {
  const { cacheControl, headers: own } = document;
  const validators = ['ETag', etag, 'Cache-Control', cacheControl, 'Vary', 'Accept-Encoding', ...own];
  if (document.matches(head.ifNoneMatch)) return response.notModified(validators);
  const headers = coding === '' ? validators : [...validators, 'Content-Encoding', coding];
  response.document(document.contentType, body, headers);
}
