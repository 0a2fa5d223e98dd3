/** A request's body, as it comes from the network. */
export function jsonBody(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

export const floorName = 'JSON floor';

/** What no handler of JSON can do without: decode, parse, stringify and encode the body, with nothing done between. */
export function jsonFloor(body: Buffer): () => unknown {
  return () => Buffer.from(JSON.stringify(JSON.parse(body.toString())));
}
