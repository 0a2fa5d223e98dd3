import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** The log: one JSON object a line. Fields name ids, sizes and causes; texts, keys and tokens are never given to it. */
export type Log = Logger;

/** Names under which a secret would stand if one slipped in. */
const secretNames = ['key', 'secret', 'token', 'apiKey', 'adminToken', 'x-api-key', 'x-admin-token', 'input', 'body'];

/** @param destination - standard output if left out. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const paths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
  const options = {
    level,
    base: null,
    redact: { paths, censor: '[redacted]' },
    serializers: { err: stdSerializers.err },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
