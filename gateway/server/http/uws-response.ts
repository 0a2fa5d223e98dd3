import { STATUS_CODES } from '#gateway/core/node-http.js';
import type { OutgoingResponse } from './server.js';

/**
 * Bodies up to this size are handed over whole: what a client does not take of them, the library keeps in its own memory.
 * Larger ones stay here, and go as the client takes them.
 */
export const handedOverBytes = 16_384;

/** The part of the library's response that Textmill uses; after an abort, an end or a close every call throws. */
export interface UwsResponse {
  getRemoteAddress(): ArrayBuffer;
  cork(write: () => void): unknown;
  writeStatus(status: string): unknown;
  writeHeader(name: string, value: string): unknown;
  end(body: Uint8Array | undefined, closeConnection: boolean): unknown;
  /** Writes a piece of a body of unknown length. @returns false if the library keeps some of it. */
  write(piece: Uint8Array): boolean;
  endWithoutBody(): unknown;
  /** @returns whether all that was given was taken, and whether the response is out. */
  tryEnd(part: Uint8Array | string, totalLength: number): [boolean, boolean];
  onWritable(write: (offset: number) => boolean): unknown;
  pause(): void;
  close(): unknown;
}

/** A response that goes out in several writes. */
export interface LargeResponse {
  /** False once all of it is out, or the client has left. */
  readonly alive: boolean;
  /** The client has taken some of it. */
  progressed(): void;
  /** All of it is out. */
  sent(): void;
  /** A write threw. */
  failed(error: unknown): void;
}

/** Writes the status line and the header fields; what the body needs comes after it. */
export function writeHead(res: UwsResponse, { status, contentType, requestId, headers }: OutgoingResponse): void {
  const start = headStart(status, contentType);
  res.writeStatus(requestId === '' ? start : `${start}\r\nx-request-id: ${requestId}`);
  for (let i = 0; i < headers.length; i += 2) res.writeHeader(headers[i] ?? '', headers[i + 1] ?? '');
}

/** By content type, by status. */
const headStarts = new Map<string, string[]>();

/**
 * Returns the status line and content type as one text for `writeStatus`: each call into the library converts its
 * arguments, so constant fields go with the status. Nothing that a client sent may get in here.
 */
function headStart(status: number, contentType: string): string {
  const known = headStarts.get(contentType)?.[status];
  if (known !== undefined) return known;
  const line = `${status} ${STATUS_CODES[status] ?? ''}`;
  const start = contentType === '' ? line : `${line}\r\nContent-Type: ${contentType}`;
  const byStatus = headStarts.get(contentType) ?? [];
  byStatus[status] = start;
  headStarts.set(contentType, byStatus);
  return start;
}

/**
 * Ends a response that has no body, or whose request was HEAD.
 *
 * With a length, endWithoutBody leaves the response unfinished and cuts off the next request of the connection; told to
 * close, it makes a length up. So header fields say both, and the client closes.
 *
 * @param length - of the body that GET would have; undefined if there is none.
 */
export function endWithoutBody(res: UwsResponse, length: number | undefined, closeConnection: boolean): void {
  if (length !== undefined) res.writeHeader('Content-Length', String(length));
  if (closeConnection) {
    res.writeHeader('Connection', 'close');
    // Nothing more is read; the library ends the connection after ten seconds if the client does not.
    res.pause();
  }
  res.endWithoutBody();
}

/**
 * Writes a body as fast as the client takes it. The library ends a connection that has taken nothing for some ten
 * seconds.
 */
export function writeAsTaken(
  res: UwsResponse,
  body: Uint8Array,
  closeConnection: boolean,
  response: LargeResponse,
): void {
  if (closeConnection) res.writeHeader('Connection', 'close');
  const write = (offset: number): boolean => {
    // The library cannot close after such a response. So the client is told to, and nothing more is read from it; as
    // long as a write has not been taken whole the library does read, and closes on whatever arrives.
    if (closeConnection) res.pause();
    const [isTaken, isOut] = res.tryEnd(body.subarray(offset), body.byteLength);
    if (isOut) response.sent();
    return isTaken;
  };
  write(0);
  if (!response.alive) return;
  res.onWritable((offset) => {
    try {
      response.progressed();
      return write(offset);
    } catch (error) {
      response.failed(error);
      return true;
    }
  });
}

/**
 * Writes the end of the head and the body of a response whose request has not all arrived. It is complete for the
 * client, but the library takes it for unfinished, since it is told another length at last. So the library keeps `res`
 * alive, with which the connection is closed later, and accepts no next request.
 */
export function writeBeforeRequestBody(res: UwsResponse, body: Uint8Array, isHead: boolean): void {
  res.writeHeader('Connection', 'close');
  res.tryEnd('', body.byteLength);
  if (!isHead) res.tryEnd(body, body.byteLength + 1);
}
