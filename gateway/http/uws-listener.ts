import {
  App,
  LIBUS_LISTEN_EXCLUSIVE_PORT,
  SSLApp,
  type TemplatedApp,
  type us_listen_socket,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import type { TlsFiles } from '../tls/certificate.js';

declare module 'uWebSockets.js' {
  // The package's declarations lack these; its binary has them.
  const LIBUS_LISTEN_EXCLUSIVE_PORT: number;
  interface TemplatedApp {
    listen(
      host: string,
      port: number,
      options: number,
      callback: (socket: us_listen_socket | false) => void,
    ): TemplatedApp;
    getDescriptor(): number;
    addChildAppDescriptor(descriptor: number): TemplatedApp;
    removeChildAppDescriptor(descriptor: number): TemplatedApp;
  }
}

/**
 * The port that is listened on, and the apps behind it: one for each certificate there has been.
 *
 * An app of the library keeps its certificate for ever; `addServerName` would give another one only to clients that
 * name the server. Listening anew with another app loses connections: those that the kernel has taken and the process
 * has not are reset. So the first app goes on listening, and hands the connections that it accepts over to the app of
 * the present certificate, as the library does between threads, before a byte of them is read. Connections stay with
 * their app until they end. The library never frees an app: about 35 KB for each renewal.
 */
export class UwsListener {
  readonly #apps: [TemplatedApp, ...TemplatedApp[]];
  readonly #prepare: (app: TemplatedApp) => void;
  #socket: us_listen_socket | undefined;

  /** @param prepare - gives an app its handlers. */
  constructor(tls: TlsFiles | undefined, prepare: (app: TemplatedApp) => void) {
    this.#prepare = prepare;
    this.#apps = [tls === undefined ? App() : tlsApp(tls)];
    prepare(this.#apps[0]);
  }

  /** @throws {Error} if the port is in use or the host is not an address of this machine. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      // By default a second process would share the port in silence.
      this.#apps[0].listen(host, port, LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
        if (socket === false) {
          reject(
            new Error(`Cannot listen on ${host} port ${port}: the port is in use or the address is not this machine's`),
          );
          return;
        }
        this.#socket = socket;
        resolve(us_socket_local_port(socket));
      });
    });
  }

  /** Connections from now on get this certificate. @throws {Error} if the library cannot use it. */
  useCertificate(tls: TlsFiles): void {
    const [first, ...others] = this.#apps;
    const app = tlsApp(tls);
    this.#prepare(app);
    first.addChildAppDescriptor(app.getDescriptor());
    const previous = others.at(-1);
    if (previous !== undefined) first.removeChildAppDescriptor(previous.getDescriptor());
    this.#apps.push(app);
  }

  /** Takes no new connection; those that there are go on. */
  stop(): void {
    if (this.#socket !== undefined) us_listen_socket_close(this.#socket);
    this.#socket = undefined;
  }

  /** Ends all connections. */
  close(): void {
    for (const app of this.#apps) app.close();
  }
}

function tlsApp({ certFile, keyFile }: TlsFiles): TemplatedApp {
  try {
    return SSLApp({ key_file_name: keyFile, cert_file_name: certFile });
  } catch (error) {
    throw new Error('uWebSockets.js does not take the certificate', { cause: error });
  }
}
