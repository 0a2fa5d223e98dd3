/**
 * The part of an agent's message that may be parsed on the event loop. Texts are quick: a megabyte takes 1 to 2 ms.
 * Many small values are slow, because the protocol's package copies and checks members several times, at 20 µs each:
 * half a million of them, which fit into a body, would block the event loop for nine seconds.
 */

/** The longest message, in bytes: enough for texts of a million unescaped characters. */
const maxBytes = 4 * 1024 * 1024;
/** The most members of objects. The largest call has a few hundred: options in 25 steps. */
const maxMembers = 2_000;
/** The most elements, objects and arrays. The largest call has 5,000 lines, or 25 steps of 500 pairs. */
const maxValues = 100_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const brace = 0x7b;
const bracket = 0x5b;

/**
 * Returns whether a message is too much for the event loop.
 *
 * @param message - JSON in UTF-8, not validated. Invalid JSON may pass.
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

/** Returns the offset of the quote that ends a string, or the length without one. Skips most of a message. */
function endOfString(message: Uint8Array, start: number): number {
  for (let end = message.indexOf(quote, start); end !== -1; end = message.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (end - escapes > start && message[end - escapes - 1] === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return message.byteLength;
}
