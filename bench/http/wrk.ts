import { join } from 'node:path';
import type { BenchRequest } from './requests.js';

/** The result of a load whose responses were all 2xx. */
export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Returns a script for wrk that sends the requests one after the other, repeatedly. It reads the bodies from `0.json`,
 * `1.json` … in a folder.
 *
 * The script builds all requests before it sends the first one, so each request only selects a string.
 */
export function wrkScript(requests: readonly BenchRequest[], folder: string): string {
  const formatted = requests.map(({ path, headers }, index) => {
    const table = Object.entries(headers).map(([name, value]) => `[${luaString(name)}] = ${luaString(value)}`);
    const body = `read(${luaString(join(folder, `${index}.json`))})`;
    return `  requests[${index + 1}] = wrk.format('POST', ${luaString(path)}, { ${table.join(', ')} }, ${body})`;
  });
  return `local requests, next = {}, 0
local function read(path)
  local file = assert(io.open(path, 'rb'))
  local body = file:read('*a')
  file:close()
  return body
end
function init()
${formatted.join('\n')}
end
function request()
  next = next % #requests + 1
  return requests[next]
end
`;
}

/**
 * Parses the output of `wrk --latency`.
 *
 * @throws {Error} with the output, for a response that is not 2xx, a failed connection, or unexpected output.
 */
export function parseWrk(output: string): LoadResult {
  const failure = /^\s*(?:Socket errors|Non-2xx).*$/m.exec(output)?.[0];
  if (failure !== undefined) throw new Error(`The round does not count: ${failure.trim()}`);
  const requests = Number(/^\s*(\d+) requests in /m.exec(output)?.[1]);
  const requestsPerSecond = Number(/^Requests\/sec:\s+([\d.]+)/m.exec(output)?.[1]);
  const result = { requests, requestsPerSecond, p50Ms: percentile(output, 50), p99Ms: percentile(output, 99) };
  if (Object.values(result).some(Number.isNaN) || requests === 0)
    throw new Error(`Unexpected output of wrk: ${output}`);
  return result;
}

const unitsMs: Readonly<Record<string, number>> = { us: 1 / 1_000, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Returns a line of the latency distribution in milliseconds; NaN if it is missing. */
function percentile(output: string, percent: number): number {
  const [, value, unit = ''] = new RegExp(`^\\s*${percent}%\\s+([\\d.]+)(us|ms|s|m|h)\\s*$`, 'm').exec(output) ?? [];
  return Number(value) * (unitsMs[unit] ?? Number.NaN);
}

/** Writes a string of Lua. Quotes, backslashes and everything except printable ASCII become decimal escapes. */
function luaString(text: string): string {
  const bytes = [...Buffer.from(text)];
  const plain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
  const escaped = (byte: number): string => `\\${String(byte).padStart(3, '0')}`;
  return `'${bytes.map((byte) => (plain(byte) ? String.fromCharCode(byte) : escaped(byte))).join('')}'`;
}
