import type { TlsFiles } from '../tls/certificate.js';
import { listenError, whyNotListen } from './listening.js';

/** The part of an app of uWebSockets.js that the listener uses. */
export interface ListeningApp<Socket> {
  listen(host: string, port: number, options: number, callback: (socket: Socket | false) => void): unknown;
  getDescriptor(): number;
  /** Hands the connections that this app accepts to another app, in turn if there are several. */
  addChildAppDescriptor(descriptor: number): unknown;
  removeChildAppDescriptor(descriptor: number): unknown;
  close(): unknown;
}

/** What the listener needs of uWebSockets.js, which only uws.ts imports. */
export interface ListenLibrary<Socket> {
  /** Creates an app with its handlers. @throws {Error} if it cannot use the certificate. */
  createApp(tls: TlsFiles | undefined): ListeningApp<Socket>;
  /** The option of `listen` that prevents a second process from silently sharing the port. */
  readonly exclusivePort: number;
  /** The option of `listen` with which processes share the port. */
  readonly sharedPort: number;
  closeSocket(socket: Socket): void;
  portOf(socket: Socket): number;
}

/**
 * The port, and the apps behind it: one for each certificate so far.
 *
 * An app of the library keeps its certificate forever; `addServerName` gives another one only to clients that name the
 * server. Listening again with another app loses connections: the kernel resets those that the process has not accepted
 * yet. So the first app keeps listening, and hands the connections that it accepts to the app of the current
 * certificate, as the library does between threads, before a byte of them is read. Connections stay with their app
 * until they end. The library never frees an app: about 35 KB for each renewal.
 */
export class UwsListener<Socket> {
  readonly #library: ListenLibrary<Socket>;
  readonly #apps: [ListeningApp<Socket>, ...ListeningApp<Socket>[]];
  #socket: Socket | undefined;

  /** @param tls - undefined for HTTP without TLS. */
  constructor(library: ListenLibrary<Socket>, tls: TlsFiles | undefined) {
    this.#library = library;
    this.#apps = [library.createApp(tls)];
  }

  /** @throws {Error} with one sentence if the port cannot be taken. */
  async listen(host: string, port: number, isShared: boolean): Promise<number> {
    const options = isShared ? this.#library.sharedPort : this.#library.exclusivePort;
    const taken = await this.#tryListen(host, port, options);
    if (taken !== undefined) return taken;
    // The library says only that it failed.
    const reason = await whyNotListen(host, port, isShared);
    if (reason !== undefined) throw listenError(host, port, reason);
    // node:net could listen: the port has become free, or the library does not take it.
    const takenNow = await this.#tryListen(host, port, options);
    if (takenNow !== undefined) return takenNow;
    throw new Error(
      `Cannot listen on ${host} port ${port} with uWebSockets.js, but with node:http: start again, or set HTTP_SERVER=node`,
    );
  }

  #tryListen(host: string, port: number, options: number): Promise<number | undefined> {
    return new Promise((resolve) => {
      this.#apps[0].listen(host, port, options, (socket) => {
        if (socket === false) return resolve(undefined);
        this.#socket = socket;
        resolve(this.#library.portOf(socket));
      });
    });
  }

  /** Connections from now on get this certificate. @throws {Error} if the library cannot use it. */
  useCertificate(tls: TlsFiles): void {
    const [first, ...others] = this.#apps;
    const app = this.#library.createApp(tls);
    first.addChildAppDescriptor(app.getDescriptor());
    const previous = others.at(-1);
    if (previous !== undefined) first.removeChildAppDescriptor(previous.getDescriptor());
    this.#apps.push(app);
  }

  /** Takes no new connection; those that there are go on. */
  stop(): void {
    if (this.#socket !== undefined) this.#library.closeSocket(this.#socket);
    this.#socket = undefined;
  }

  /** Ends all connections. */
  close(): void {
    for (const app of this.#apps) app.close();
  }
}
