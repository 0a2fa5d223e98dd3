/**
 * Whether requests and responses are compressed: `auto` if that saves time at 100 Mbit/s, so never to this machine;
 * `always`; `never`.
 */
export type Compression = (typeof compressions)[number];

export const compressions = ['auto', 'always', 'never'] as const;

/** A shorter body is sent faster than it is compressed: 8 KB take 0.2 ms, and save 0.5. In UTF-16 code units. */
const leastLength = 8_192;
const thisMachine = /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/;

/** Whether a gateway at this address may send compressed responses. */
export function acceptsPacked(address: URL, compression: Compression): boolean {
  return compression === 'always' || (compression === 'auto' && !thisMachine.test(address.hostname));
}

/** Compresses the JSON of a request with gzip, if that pays. */
export async function packedBody(
  json: string,
  address: URL,
  compression: Compression,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!acceptsPacked(address, compression) || typeof CompressionStream !== 'function') return undefined;
  if (compression === 'auto' && (json.length < leastLength || isElsewhere(address))) return undefined;
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Whether this is a page of another origin: a gateway allows such pages no `Content-Encoding`. */
function isElsewhere({ origin }: URL): boolean {
  const { location } = globalThis as { readonly location?: { readonly origin?: string } };
  return location !== undefined && location.origin !== origin;
}

/** @throws {TypeError} if it is none of the three. */
export function checkCompression(compression: unknown): void {
  if (!compressions.includes(compression as Compression)) {
    throw new TypeError(`compression must be one of: ${compressions.join(', ')}`);
  }
}
