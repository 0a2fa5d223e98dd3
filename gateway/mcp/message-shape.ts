/**
 * What of an agent's message may be parsed on the event loop. A text is quick: a megabyte of it takes a millisecond or
 * two. Many small values are slow, and the protocol's package copies and checks members several times: a fiftieth of a
 * millisecond for each, so that half a million of them, which fit into a body, would hold the event loop for nine seconds.
 */

/** The longest message, in bytes: enough for texts of a million characters that are not escaped. */
const maxBytes = 4 * 1024 * 1024;
/** The most members of objects. The largest call has some hundreds: options in 25 steps. */
const maxMembers = 2_000;
/** The most elements, objects and arrays. A call has use for 5,000 lines, and for 25 steps of 500 pairs. */
const maxValues = 100_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const brace = 0x7b;
const bracket = 0x5b;

/**
 * Whether a message is too much for the event loop.
 *
 * @param message - JSON in UTF-8, not checked yet. What is no JSON may pass.
 */
export function isTooMuchToParse(message: Uint8Array): boolean {
  if (message.byteLength > maxBytes) return true;
  let members = 0;
  let values = 0;
  for (let at = 0; at < message.byteLength; at++) {
    const byte = message[at];
    if (byte === quote) at = endOfString(message, at + 1);
    else if (byte === colon) members++;
    else if (byte === comma || byte === brace || byte === bracket) values++;
    if (members > maxMembers || values > maxValues) return true;
  }
  return false;
}

/** The offset of the quote that ends a string, or the length if there is none. Most of a message is passed over here. */
function endOfString(message: Uint8Array, start: number): number {
  for (let end = message.indexOf(quote, start); end !== -1; end = message.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (end - escapes > start && message[end - escapes - 1] === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return message.byteLength;
}
