import { CopyButton } from '../../parts/copy-button.js';
import { DownloadButton } from '../../parts/file-actions.js';
import { count, TextPane } from '../../parts/text-pane/text-pane.js';
import { ListView } from '../lists/list-view.js';
import { isBusy, NoResult, obstacleOf, ProgressNote } from '../lists/outcome.js';
import { ResultPane } from '../lists/result-pane.js';
import { useRun } from '../lists/use-run.js';
import { SortOptionsForm } from './sort-options.js';
import type { LineCounts } from './sort-request.js';
import { draft, fileProblem, run, sample, text, wanted } from './sort-state.js';

/** Trims, filters, deduplicates and sorts lines. */
export function SortView() {
  useRun(run, wanted);
  const { body, linesIn, problem } = draft.value;
  return (
    <ListView
      title="Sort and dedupe"
      intro="Trims lines, drops blank ones and duplicates, and sorts what is left."
      inputLabel="Lines"
      placeholder="One entry per line"
      text={text}
      fileProblem={fileProblem}
      problem={problem}
      counts={`${count(text.value.length, 'character')}, ${count(linesIn, 'line')}`}
      options={<SortOptionsForm />}
      result={<Result />}
      request={{ path: '/v1/sort-dedupe', body }}
    />
  );
}

function Result() {
  const { problem } = draft.value;
  const obstacle = obstacleOf(run, text.value === '', problem);
  const output = run.output.value;
  const shared = {
    label: 'Result',
    busy: isBusy(run),
    actions: <Actions isCurrent={obstacle === undefined && !isBusy(run)} />,
    foot: <ProgressNote progress={run}>{obstacle === undefined && output && said(output.counts)}</ProgressNote>,
  };
  if (obstacle === undefined) return <TextPane {...shared} value={output?.output ?? ''} />;
  return (
    <ResultPane {...shared}>
      <NoResult
        obstacle={obstacle}
        progress={run}
        problem={problem}
        invitation="Paste lines, or drop a file."
        onSample={() => {
          text.value = sample;
        }}
        onRetry={() => {
          if (wanted.value !== undefined) run.ask(wanted.value);
        }}
      />
    </ResultPane>
  );
}

/** @param isCurrent - whether the result belongs to the current input. */
function Actions({ isCurrent }: { readonly isCurrent: boolean }) {
  const output = () => run.output.value?.output ?? '';
  return (
    <>
      <button
        type="button"
        class="button quiet"
        disabled={!isCurrent}
        onClick={() => {
          text.value = output();
        }}
      >
        Use as input
      </button>
      <CopyButton disabled={!isCurrent} text={output} />
      <DownloadButton disabled={!isCurrent} name="lines.txt" text={() => `${output()}\n`} />
    </>
  );
}

/** Formats the counts: `8 lines in, 6 out: 1 blank, 1 duplicate removed`. */
function said({ linesIn, linesOut, blank, duplicates }: LineCounts): string {
  const removed = [
    blank > 0 ? `${blank.toLocaleString('en')} blank` : '',
    duplicates > 0 ? count(duplicates, 'duplicate') : '',
  ];
  const why = removed.filter((part) => part !== '').join(', ');
  return `${count(linesIn, 'line')} in, ${linesOut.toLocaleString('en')} out${why === '' ? '' : `: ${why} removed`}`;
}
