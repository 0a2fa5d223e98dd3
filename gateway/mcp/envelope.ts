/**
 * The parts of an agent's message. The protocol's package copies and checks every value of what it gets several times, at
 * up to 35 µs each, and refuses some of them one by one in a response twenty times as long. So it never gets the
 * arguments of a call, whose tool validates them, and all the rest must be small.
 */
export interface Envelope {
  /** JSON-RPC, not validated yet; a call has no arguments. */
  readonly message: object;
  /** The arguments of a call; undefined for other messages, and if they are not an object. */
  readonly args: Record<string, unknown> | undefined;
}

/** The most values around the arguments. A host's `initialize` has about 50. */
export const maxAroundValues = 200;
/** The most characters of texts and names around the arguments: room for an icon of a host as a data URL. */
export const maxAroundCharacters = 16_384;

/** Takes a message apart. Returns undefined if there is too much around the arguments of the call. */
export function envelopeOf(message: object): Envelope | undefined {
  const { method, params } = message as { readonly method?: unknown; readonly params?: unknown };
  const isCall = method === 'tools/call' && isRecord(params) && isRecord(params.arguments);
  const envelope = isCall
    ? { message: { ...message, params: { ...params, arguments: {} } }, args: params.arguments as Envelope['args'] }
    : { message, args: undefined };
  return isSmall(envelope.message) ? envelope : undefined;
}

/** Visits no more values than the limit, whatever the size. */
function isSmall(message: object): boolean {
  let characters = 0;
  const values: unknown[] = [message];
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (typeof value === 'string') characters += value.length;
    if (characters > maxAroundCharacters) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const name in value) {
      if (!Array.isArray(value)) characters += name.length;
      if (values.push((value as Record<string, unknown>)[name]) > maxAroundValues) return false;
    }
  }
  return characters <= maxAroundCharacters;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
