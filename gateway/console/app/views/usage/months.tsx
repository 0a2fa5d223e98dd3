import { Notice } from '../../parts/notice.js';
import { useDocument } from '../../session/document.js';
import { gatewayNow } from '../../session/gateway-clock.js';
import { NumberTable } from './number-table.js';
import { refusalReason } from './refusal-reasons.js';

/** What the view needs of `GET /usage/days`. */
interface UsageDays {
  readonly rows: readonly {
    readonly day: string;
    readonly requests: number;
    readonly refused: { readonly burstKey: number; readonly burstAddress: number; readonly quota: number };
    readonly charactersIn: number;
    readonly charactersOut: number;
  }[];
}

/** Months before the present one: days are kept for 400 days unless a setting says otherwise. */
const monthsBefore = 12;

/** The usage of an account by calendar month. @param path - of its days, up to the `?` or a `&`. */
export function Months({ path }: { readonly path: string }) {
  const first = new Date(gatewayNow());
  first.setUTCMonth(first.getUTCMonth() - monthsBefore, 1);
  const { body, problem } = useDocument<UsageDays>(`${path}from=${first.toISOString().slice(0, 10)}`, 60_000);
  const months = new Map<string, readonly number[]>();
  for (const { day, requests, refused, charactersIn, charactersOut } of body?.rows.toReversed() ?? []) {
    const name = new Date(day).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const { burstKey, burstAddress, quota } = refused;
    const numbers = [requests, charactersIn, charactersOut, burstKey, burstAddress, quota];
    const before = months.get(name);
    months.set(
      name,
      numbers.map((number, index) => number + (before?.[index] ?? 0)),
    );
  }
  return (
    <section>
      <h2>Usage by month</h2>
      <p class="fine">Months in UTC; refused requests are not counted as requests.</p>
      {problem !== '' && <Notice kind="error">{problem}</Notice>}
      {body !== undefined && months.size === 0 && <p>No requests yet.</p>}
      {months.size > 0 && (
        <NumberTable
          title="Usage by month"
          heads={[
            'Month',
            'Requests',
            'Characters in',
            'Characters out',
            ...['burst-key', 'burst-address', 'quota'].map(refusalReason),
          ]}
          rows={[...months].map(([name, numbers]) => [name, ...numbers] as const)}
        />
      )}
    </section>
  );
}
