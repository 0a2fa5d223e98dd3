/**
 * Messages of agents are parsed on the event loop, which is quick for what is long and slow for what is many: a megabyte
 * in one string takes a millisecond, in numbers of one digit each 25.
 */

/** The longest message, in bytes: enough for texts of a million characters that are not escaped. */
const maxBytes = 4 * 1024 * 1024;
/** The most values in it; 5,000 lines are the most that a call has use for. */
const maxValues = 100_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/** Whether a message is more than the event loop should be asked to parse. JSON that is broken is told by the parser. */
export function isTooMuchToParse(message: Uint8Array): boolean {
  return message.byteLength > maxBytes || hasMoreValues(message, maxValues);
}

/** Counts what begins a value, or the next one, outside strings, which are skipped by a native search. */
function hasMoreValues(message: Uint8Array, most: number): boolean {
  let values = 0;
  for (let at = 0; at < message.byteLength; at++) {
    const byte = message[at];
    if (byte === quote) at = endOfString(message, at + 1);
    else if ((byte === comma || byte === bracket || byte === brace) && ++values > most) return true;
  }
  return false;
}

/** The offset of the quote that ends a string, or the length if there is none. */
function endOfString(message: Uint8Array, start: number): number {
  for (let end = message.indexOf(quote, start); end !== -1; end = message.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (end - escapes > start && message[end - escapes - 1] === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return message.byteLength;
}
