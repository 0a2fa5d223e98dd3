import { type AddressInfo, createServer } from 'node:net';

/** Explains error codes of `listen`, and what the operator can do. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another process; stop that process, or set PORT to a free port',
  EACCES:
    'the system does not let this process take the port; set PORT to 1024 or above, or give the process the capability CAP_NET_BIND_SERVICE',
  EADDRNOTAVAIL:
    "the address is not this machine's; set HOST to an address of this machine, or to 0.0.0.0 for all of them",
  ENOTFOUND: 'the host name does not resolve; set HOST to an address of this machine, such as 127.0.0.1',
  EAI_AGAIN: 'the name server does not respond; set HOST to an address of this machine, such as 127.0.0.1',
  EAFNOSUPPORT: 'this machine has no address of that family; set HOST to an IPv4 address, such as 127.0.0.1',
  ENOTSUP: 'this system does not share a port between processes; set GATEWAYS=1',
  EINVAL: 'the address needs a network interface; set HOST to the address with its zone, such as fe80::1%eth0',
};

/** Returns the error for a failed `listen`: one sentence with the system's reason. */
export function listenError(host: string, port: number, cause: NodeJS.ErrnoException): Error {
  const { code = 'unknown error', message } = cause;
  const reason = reasons[code] ?? `${message}; set HOST and PORT to an address and a port that this process can take`;
  return new Error(`Cannot listen on ${host} port ${port} (${code}): ${reason}`, { cause });
}

/**
 * Finds out why listening failed, by trying the same with node:net.
 *
 * @returns undefined if node:net can listen there.
 */
export async function whyNotListen(
  host: string,
  port: number,
  isShared = false,
): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await listenBriefly(host, port, isShared);
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/**
 * Listens with node:net for a moment.
 *
 * @returns the port, which the system chooses for 0.
 * @throws the system's error.
 */
function listenBriefly(host: string, port: number, isShared = false): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host, port, exclusive: true, reusePort: isShared }, () => {
      const { port: taken } = probe.address() as AddressInfo;
      probe.close(() => resolve(taken));
    });
  });
}

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
