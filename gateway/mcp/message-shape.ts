import { RequestError } from '../../engine/errors.js';

/**
 * The most members, objects and arrays of one message together. The largest call has some hundreds, such as a workflow
 * of 25 steps or a JSON Schema among the options; lines and URLs are elements and do not count.
 */
const maxParts = 10_000;

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const brace = 0x7b;
const bracket = 0x5b;

/**
 * Refuses a message of very many members before it is parsed. The protocol's package copies and checks every member
 * several times: half a million of them, which fit into a body, would hold the event loop for nine seconds.
 *
 * @param message - JSON in UTF-8, not checked yet. What is no JSON may pass.
 * @throws {RequestError} if it has too many.
 */
export function checkMessageShape(message: Uint8Array): void {
  let found = 0;
  for (let at = 0; at < message.length; at++) {
    const byte = message[at];
    if (byte === quote) at = endOfText(message, at);
    else if (byte === colon || byte === brace || byte === bracket) found++;
  }
  if (found > maxParts) throw new RequestError(`Too many members in the message (maximum ${maxParts})`);
}

/** Where the text ends that begins at a quotation mark. */
function endOfText(message: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < message.length && message[at] !== quote) at += message[at] === backslash ? 2 : 1;
  return at;
}
