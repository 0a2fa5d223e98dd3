import { useEffect, useState } from 'preact/hooks';
import type { DifferenceFacts, MarkedLine, SkippedLines } from '#gateway/console/engine/tables/messages.js';
import { askTables } from '../../engine/local-engine.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { addColumnSteps } from './add-column-steps.js';
import { DifferenceRows } from './difference-rows.js';
import { Grid, type GridProps } from './grid/grid.js';

/** A text as a table, whose columns' menus add steps to the workflow. */
export function TableView(props: Omit<GridProps, 'onAction'>) {
  return <Grid {...props} onAction={(...action) => addColumnSteps(props.side, ...action)} />;
}

/** How many lines are shown at first, and more with each press. */
const linesAtOnce = 200;

interface Compared {
  readonly facts: DifferenceFacts;
  readonly rows: readonly (MarkedLine | SkippedLines)[];
}

export interface ChangesProps {
  readonly before: string;
  readonly after: string;
}

/** What all steps together changed, line by line, with changed words marked. */
export function Changes({ before, after }: ChangesProps) {
  const [compared, setCompared] = useState<Compared>();
  const [problem, setProblem] = useState('');
  const [wanted, setWanted] = useState(linesAtOnce);
  useEffect(() => {
    let isGone = false;
    const compare = async () => {
      const facts = await askTables('compare', { before, after });
      const lines = await askTables('lines', { from: 0, count: wanted });
      if (!isGone && 'rows' in facts && 'rows' in lines) setCompared({ facts, rows: lines.rows });
    };
    compare().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
    return () => {
      isGone = true;
    };
  }, [before, after, wanted]);
  if (problem !== '') return <p class="grid-message">{problem}</p>;
  if (compared === undefined) return <p class="grid-message">Comparing the texts…</p>;
  const { facts, rows } = compared;
  const rest = facts.rows - rows.length;
  const isSame = facts.deleted + facts.inserted === 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there.
    // biome-ignore lint/a11y/useSemanticElements: it is a part of the pane, and no form.
    <div class="changes" role="group" aria-label="Changes from text in to text out" tabIndex={0}>
      <p class="difference-note">{isSame ? sameSentence(before === after) : changesSentence(facts)}</p>
      {!isSame && <DifferenceRows rows={rows} />}
      {!isSame && rest > 0 && (
        <button type="button" class="button difference-more" onClick={() => setWanted(wanted + linesAtOnce)}>
          Show {Math.min(linesAtOnce, rest).toLocaleString('en')} more of {rest.toLocaleString('en')}
        </button>
      )}
    </div>
  );
}

function sameSentence(isEqual: boolean): string {
  return isEqual ? 'The steps changed nothing.' : 'Only line ends differ.';
}

function changesSentence({ deleted, inserted, isRough }: DifferenceFacts): string {
  const rough = '. More lines differ than can be matched: the rest is compared in order';
  return `${count(deleted, 'line')} removed, ${count(inserted, 'line')} added${isRough ? rough : ''}`;
}
