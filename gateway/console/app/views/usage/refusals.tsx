import { refusalsOf, type Tally } from './history.js';
import { NumberTable } from './number-table.js';
import { refusalReason } from './refusal-reasons.js';

/** The refused requests of a history by reason. @param heading - its place among the headings of the page. */
export function Refusals({
  history,
  heading: Heading,
}: {
  readonly history: readonly Tally[];
  readonly heading: 'h2' | 'h3';
}) {
  const refusals = refusalsOf(history);
  return (
    <section>
      <Heading>Refusals by reason</Heading>
      {refusals.length === 0 ? (
        <p class="fine">No request was refused by a limit.</p>
      ) : (
        <NumberTable
          title="Refusals by reason"
          heads={['Why', 'Requests']}
          rows={refusals.map(({ reason, count }) => [refusalReason(reason), count] as const)}
        />
      )}
    </section>
  );
}
