import type { MarkedLine, SkippedLines } from '#gateway/console/engine/tables/messages.js';
import { count } from '../../parts/text-pane/text-pane.js';

const marks = { equal: '', delete: '−', insert: '+' } as const;

/** The lines of two texts, with what one of them has not marked by words. */
export function DifferenceRows({ rows }: { readonly rows: readonly (MarkedLine | SkippedLines)[] }) {
  return (
    <div class="difference">
      {rows.map((row, index) => (
        <Row key={index} row={row} />
      ))}
    </div>
  );
}

function Row({ row }: { readonly row: MarkedLine | SkippedLines }) {
  if (row.kind === 'skipped') return <p class="difference-skipped">{count(row.count, 'equal line')}</p>;
  const { kind, oldNumber, newNumber, parts } = row;
  const Line = kind === 'delete' ? 'del' : kind === 'insert' ? 'ins' : 'span';
  return (
    <div class="difference-row" data-kind={kind}>
      <span class="difference-number" aria-hidden="true">
        {oldNumber}
      </span>
      <span class="difference-number" aria-hidden="true">
        {newNumber}
      </span>
      <span class="difference-mark" aria-hidden="true">
        {marks[kind]}
      </span>
      <Line class="difference-line">
        {parts.map(({ text, isChanged }, index) => (isChanged ? <mark key={index}>{text}</mark> : text))}
      </Line>
    </div>
  );
}
