import type { ClusterMember } from '#gateway/core/member.js';
import { differencesOf, differenceText } from '#gateway/core/member-differences.js';
import { type ClusterState, clusterDocument } from '#gateway/server/endpoints/cluster-document.js';
import { runningGateway } from '#gateway/server/storage/folder-lock.js';
import { parsePostgresUrl } from '#gateway/server/storage/postgres/connection.js';
import { listMembers } from '#gateway/server/storage/postgres/member-list.js';
import { readSupervisorState } from '#gateway/supervisor/supervisor-file.js';
import { actAsOwner, lookInto, settingsOf } from './data-folder.js';
import { CommandError, columnsText, type Io, jsonText, NotRunningError, print, say } from './io.js';
import { withSharedStore } from './shared-store.js';

/**
 * `textmill cluster`.
 *
 * @throws {NotRunningError} if no gateway runs; those that have lapsed are shown before.
 */
export async function showCluster(io: Io, asJson: boolean): Promise<void> {
  const { dataDir, databaseUrl, gateways } = settingsOf(io);
  const state =
    databaseUrl === undefined
      ? { store: 'sqlite' as const, isReachable: true, gateways, asOf: Date.now(), members: membersOn(dataDir) }
      : { store: 'postgresql' as const, isReachable: true, gateways, ...(await membersIn(databaseUrl)) };
  await (asJson ? print(io, jsonText(clusterDocument(state))) : showTable(io, state));
  if (state.members.some(({ hasLapsed }) => !hasLapsed)) return;
  throw new NotRunningError((databaseUrl && parsePostgresUrl(databaseUrl)?.shown) ?? dataDir);
}

async function showTable({ stdout, stderr }: Io, { members, asOf }: ClusterState): Promise<void> {
  if (members.length === 0) return;
  const header = ['NAME', 'ADDRESS', 'AGE', 'HEARD', 'VERSION', 'RELEASE', 'LAG', 'STATE', 'DEGRADED'];
  const rows = members.map((member) => [
    member.name,
    member.address ?? '-',
    durationText(asOf - member.startedAt),
    member.silentMs === undefined ? '-' : `${durationText(member.silentMs)} ago`,
    member.version,
    member.release ?? '-',
    String(member.lag ?? '-'),
    stateOf(member),
    member.degraded ? 'yes' : 'no',
  ]);
  await print({ stdout }, columnsText([header, ...rows]));
  for (const difference of differencesOf(members)) await say({ stderr }, `textmill: ${differenceText(difference)}\n`);
}

async function membersIn(databaseUrl: string): Promise<Pick<ClusterState, 'members' | 'asOf'>> {
  const { members, now } = await withSharedStore(databaseUrl, ({ pool }) => listMembers(pool, undefined));
  return { members, asOf: now };
}

/**
 * Returns the gateways that serve from a data folder, as their supervisor knows them.
 *
 * @throws {CommandError} if there are none, or no supervisor that knows them.
 */
function membersOn(dataDir: string): readonly ClusterMember[] {
  actAsOwner(dataDir);
  lookInto(dataDir);
  const members = readSupervisorState(dataDir)?.members;
  if (members === undefined) {
    if (runningGateway(dataDir) === undefined) throw new NotRunningError(dataDir);
    throw new CommandError(`The gateway on ${dataDir} has no supervisor that could tell: GET /cluster shows it`);
  }
  return members.map(({ release, address, ...member }) => ({
    ...member,
    release,
    address,
    silentMs: undefined,
    lag: undefined,
    limits: undefined,
    hasLapsed: false,
    isSelf: false,
  }));
}

function stateOf({ hasLapsed, ready }: ClusterMember): string {
  if (hasLapsed) return 'lapsed';
  return ready ? 'ready' : 'not ready';
}

/** Returns a duration with its largest unit: `42s`, `17m`, `5h`, `3d`. */
function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
