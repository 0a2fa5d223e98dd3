import { figure } from '../table.js';
import type { SimulatedLoad } from './simulation.js';

/** A PostgreSQL server that is neither small nor large. */
const postgresCores = 8;
/** `max_connections` of PostgreSQL, less those that are kept for superusers. */
const connections = 97;

/** Returns simulated loads by their numbers of gateways and accounts, each sorted by requests. */
export function seriesOf(loads: readonly SimulatedLoad[]): Map<string, SimulatedLoad[]> {
  const series = new Map<string, SimulatedLoad[]>();
  for (const load of loads.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)) {
    const name = `${load.gateways} gateways, ${load.accounts.toLocaleString('en')} accounts${load.isByKey ? ', by key' : ''}`;
    series.set(name, [...(series.get(name) ?? []), load]);
  }
  return series;
}

/**
 * Returns the load at which something is used up, between two loads on a logarithmic scale; undefined if it is not.
 *
 * @param used - grows with the load.
 */
export function loadAt(
  loads: readonly SimulatedLoad[],
  limit: number,
  used: (load: SimulatedLoad) => number,
): number | undefined {
  for (const [index, above] of loads.entries()) {
    const below = loads[index - 1];
    if (below === undefined || used(below) >= limit || used(above) < limit) continue;
    const part = Math.log(limit / used(below)) / Math.log(used(above) / used(below));
    return below.requestsPerSecond * (above.requestsPerSecond / below.requestsPerSecond) ** part;
  }
  return undefined;
}

/** Says which wall comes first for each number of gateways and accounts, and at what load. */
export function wallNotes(loads: readonly SimulatedLoad[], requestUs: number, connectionsOfGateway: number): string[] {
  const notes = [...seriesOf(loads)].map(([name, series]) => {
    const store = loadAt(series, postgresCores, (load) => load.postgresCores);
    const loop = loadAt(series, 1, (load) => loopOf(load, requestUs));
    return `Simulated ${name}: ${firstWall(store, loop)}.`;
  });
  const gateways = Math.floor(connections / connectionsOfGateway);
  return [
    ...notes,
    `A gateway holds ${connectionsOfGateway} connections under load: with its default \`max_connections\`, PostgreSQL ` +
      `takes ${gateways} gateways.`,
  ];
}

/** How busy the event loop of a gateway is; 1 is always. */
function loopOf({ requestsPerSecond, gateways, loopShare }: SimulatedLoad, requestUs: number): number {
  return (requestsPerSecond / gateways) * (requestUs / 1e6) + loopShare;
}

function firstWall(store: number | undefined, loop: number | undefined): string {
  const atStore = store ?? Number.POSITIVE_INFINITY;
  const atLoop = loop ?? Number.POSITIVE_INFINITY;
  if (atStore === Number.POSITIVE_INFINITY && atLoop === atStore) return 'no wall within the simulated loads';
  const cores = `PostgreSQL keeps ${postgresCores} cores busy`;
  const loops = 'the event loops are full';
  if (atStore <= atLoop) return `first ${cores}, at ${figure(atStore)} requests/s`;
  const later = atStore === Number.POSITIVE_INFINITY ? '' : `; ${cores} at ${figure(atStore)}`;
  return `first ${loops}, at ${figure(atLoop)} requests/s${later}`;
}
