import { Notice } from '../../parts/notice.js';
import { useDocument } from '../../session/document.js';
import type { Cluster, ClusterMember } from './responses.js';
import { span, whole } from './units.js';

/** How often the gateways are loaded, in milliseconds. */
const everyMs = 15_000;

/** The gateways that use the same store; nothing if there is only one, with SQLite. */
export function Gateways() {
  const { body: shown, problem } = useDocument<Cluster>('/cluster', everyMs);
  if (shown === undefined || !isCluster(shown)) return null;
  const { members, differences, reachable } = shown;
  return (
    <section aria-labelledby="usage-cluster">
      <div class="usage-head">
        <h2 id="usage-cluster">Cluster</h2>
        <p class="fine" role="status">
          {problem || (reachable ? countOf(members) : 'The database does not respond. This is its last response.')}
        </p>
      </div>
      {differences.map(({ setting, values }) => (
        <Notice key={setting} kind="error">
          The gateways differ in <code>{setting}</code>:{' '}
          {values.map(({ value, members }) => `${String(value)} at ${members.join(', ')}`).join('; ')}.
        </Notice>
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keys as well. */}
      <section class="numbers-scroll" tabIndex={0} aria-label="Gateways">
        <table class="gateways">
          <thead>
            <tr>
              <th scope="col">Gateway</th>
              <th scope="col">State</th>
              <th scope="col">Address</th>
              <th scope="col">Version</th>
              <th scope="col" class="number">
                Started
              </th>
              <th scope="col" class="number">
                Last heartbeat
              </th>
              <th scope="col" class="number">
                Lag
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <Row key={member.name} {...member} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** Whether there is more to see than the gateway that responds. */
function isCluster({ store, gateways, members }: Cluster): boolean {
  return store === 'postgresql' || gateways > 1 || members.length > 1;
}

function Row(member: ClusterMember) {
  const { name, address, version, startedAt, ageSeconds, heartbeatSeconds, lag, answered } = member;
  return (
    <tr data-lapsed={member.lapsed ? true : undefined}>
      <th scope="row">
        {name}
        {answered && <span class="fine"> this one</span>}
      </th>
      <td>
        <span class={`status${isWell(member) ? ' live' : ''}`}>{stateOf(member)}</span>
      </td>
      <td>{address ?? '–'}</td>
      <td>{version}</td>
      <td class="number">
        <time dateTime={startedAt} title={new Date(startedAt).toLocaleString()}>
          {span(ageSeconds)} ago
        </time>
      </td>
      <td class="number">{heartbeatSeconds === null ? '–' : `${span(heartbeatSeconds)} ago`}</td>
      <td class="number">{lag === null ? '–' : whole(lag)}</td>
    </tr>
  );
}

function countOf(members: readonly ClusterMember[]): string {
  const ready = members.filter(({ ready }) => ready).length;
  const lapsed = members.filter(({ lapsed }) => lapsed).length;
  const gone = lapsed === 0 ? '' : `; ${whole(lapsed)} lapsed`;
  return `${whole(ready)} of ${whole(members.length - lapsed)} ready${gone}. Lag is in changes of keys.`;
}

function isWell({ ready, degraded }: ClusterMember): boolean {
  return ready && !degraded;
}

function stateOf({ ready, degraded, lapsed }: ClusterMember): string {
  if (lapsed) return 'Lapsed';
  return `${ready ? 'Ready' : 'Unready'}${degraded ? ', degraded' : ''}`;
}
