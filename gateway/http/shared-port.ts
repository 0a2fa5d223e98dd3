import { listenBriefly, listenError } from './listen-error.js';

/**
 * Prepares a port for processes that share it: makes sure that nobody else listens there, because the kernel would give
 * a part of the connections to each of them. Call it before the first process listens.
 *
 * @param port - 0 takes any free one.
 * @returns the port for all processes.
 * @throws {Error} with one sentence that has the system's reason if the port cannot be taken.
 */
export async function reserveSharedPort(host: string, port: number): Promise<number> {
  try {
    return await listenBriefly(host, port);
  } catch (error) {
    throw listenError(host, port, error as NodeJS.ErrnoException);
  }
}

/** Whether node:net has `reusePort`; older versions ignore the option. */
export function canSharePort(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
}
