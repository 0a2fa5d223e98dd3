import { stackFrames } from '../../engine/core/errors.js';
import type { Log } from '../core/log.js';
import type { Exchange } from '../http/server.js';
import type { Answer } from './answer.js';
import type { OpenRequest } from './route.js';
import type { StaticDocument } from './static-document.js';

/** A document, or undefined if there is none of this name. A promise if it is created on the first request. */
export type MadeDocument = StaticDocument | undefined | Promise<StaticDocument | undefined>;

/** Sends a document: 200, 304 if the client has it, or 404 if there is none. */
export function sendDocument({ exchange, answer }: OpenRequest, document: MadeDocument, log: Log) {
  if (!(document instanceof Promise)) return send(exchange, answer, document);
  const failed = (error: unknown): void => {
    log.error({ trace: stackFrames(error) }, 'A document cannot be made');
    answer.error('internal-error');
  };
  document.then((made) => send(exchange, answer, made), failed);
}

function send({ head }: Exchange, answer: Answer, document: StaticDocument | undefined) {
  if (document === undefined) return answer.error('not-found');
  const { body, etag, encoding } = document.negotiate(head.acceptEncoding);
  const validators = [
    ...['ETag', etag, 'Cache-Control', document.cacheControl, 'Vary', 'Accept-Encoding'],
    ...document.headers,
  ];
  if (document.matches(head.ifNoneMatch)) return answer.notModified(validators);
  const headers = encoding === '' ? validators : [...validators, 'Content-Encoding', encoding];
  answer.document(document.contentType, body, headers);
}
