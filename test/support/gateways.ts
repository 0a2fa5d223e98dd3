import type { CleanupScope } from './cleanup.js';
import { runCommand } from './command-line.js';
import { freePort } from './free-port.js';
import {
  admin,
  GatewayProcess,
  type ProcessChanges,
  processSettings,
  type SupervisedChanges,
  SupervisedGateway,
  until,
} from './gateway-process.js';
import { temporaryFolder } from './temporary-folder.js';

/** A gateway as `GET /cluster` shows it. */
export interface MemberDocument {
  readonly name: string;
  readonly address: string | null;
  readonly gateway: number;
  readonly pid: number;
  readonly heartbeatSeconds: number | null;
  readonly lag: number | null;
  readonly ready: boolean;
  readonly degraded: boolean;
  readonly lapsed: boolean;
  readonly answered: boolean;
}

/** The response of `GET /cluster`. */
export interface ClusterDocument {
  readonly store: string;
  readonly reachable: boolean;
  readonly gateways: number;
  readonly asOf: string;
  readonly members: readonly MemberDocument[];
  readonly differences: readonly {
    readonly setting: string;
    readonly values: readonly { readonly value: unknown; readonly members: readonly string[] }[];
  }[];
}

export const clusterOf = (url: string) => admin<ClusterDocument>(url, 'GET', '/cluster');

/** Returns the gateways that listen, from whichever of them takes the request. */
export async function membersOf(url: string): Promise<readonly MemberDocument[]> {
  return (await clusterOf(url)).members;
}

/**
 * Waits until a number of gateways accept work.
 *
 * @param gone - a process that has ended, which the supervisor may not have noticed yet.
 * @returns them, by number.
 */
export async function untilReadyMembers(url: string, count: number, gone?: number): Promise<readonly MemberDocument[]> {
  let members: readonly MemberDocument[] = [];
  await until(
    `${count} gateways are ready`,
    async () => {
      // A connection may end with the process that it is to.
      members = await membersOf(url).catch(() => []);
      return members.length === count && members.every(({ ready, pid }) => ready && pid !== gone);
    },
    120_000,
  );
  return members;
}

/** Starts a supervisor with several gateways on one port, and waits until all are ready. */
export async function startGateways(
  t: CleanupScope,
  gateways: number,
  settings: Readonly<Record<string, string>> = {},
  changes: SupervisedChanges = {},
) {
  const folder = temporaryFolder(t);
  const port = await freePort();
  const own = { ...processSettings, LOG_LEVEL: 'debug', PORT: String(port), GATEWAYS: String(gateways), ...settings };
  const service = new SupervisedGateway(t, own, folder, changes);
  const url = await service.ready();
  const members = await untilReadyMembers(url, gateways);
  return { folder, port, service, url, members, run: (...args: string[]) => runCommand(args, { folder }) };
}

/** A gateway with a data folder of its own. */
export interface SeparateGateway {
  readonly process: GatewayProcess;
  readonly url: string;
  readonly port: number;
}

/** Starts a gateway that shares a database with others, as if on a machine of its own, and waits until it is ready. */
export async function startOnDatabase(
  t: CleanupScope,
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  changes: ProcessChanges = {},
): Promise<SeparateGateway> {
  const own = { ...processSettings, ...settings, DATABASE_URL: databaseUrl };
  const process = new GatewayProcess(t, own, temporaryFolder(t), changes);
  const url = await process.ready();
  return { process, url, port: Number(new URL(url).port) };
}

/** A gateway whose machine has a wrong clock. */
export function shiftedClock(milliseconds: number): ProcessChanges {
  const url = new URL('./shifted-clock.mjs', import.meta.url);
  url.search = String(milliseconds);
  return { preloaded: [url.href] };
}
