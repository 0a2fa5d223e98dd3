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
