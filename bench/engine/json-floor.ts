/** Returns the body of a request as it arrives from the network. */
export function jsonBody(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

export const floorName = 'JSON floor';

/** Returns what every JSON handler must do: decode, parse, stringify and encode the body. */
export function jsonFloor(body: Buffer): () => unknown {
  return () => Buffer.from(JSON.stringify(JSON.parse(body.toString())));
}
