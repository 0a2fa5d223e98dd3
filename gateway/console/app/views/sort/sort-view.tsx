import { CopyButton } from '../../parts/copy-button.js';
import { Field } from '../../parts/field.js';
import { DownloadButton } from '../../parts/file-actions.js';
import { RunProgress } from '../../parts/run-progress.js';
import { RunTarget } from '../../parts/run-target.js';
import { count, TextPane } from '../../parts/text-pane/text-pane.js';
import { CheckList, type Checks } from '../lists/check-list.js';
import { ListView } from '../lists/list-view.js';
import { isBusy, NoResult, obstacleOf, ProgressNote } from '../lists/outcome.js';
import { isInParts } from '../lists/parted-list.js';
import { PartsNote, PartsPanel } from '../lists/parts-panel.js';
import { ResultPane } from '../lists/result-pane.js';
import type { LineCounts, SortOptions } from './sort-request.js';
import {
  draft,
  input,
  options,
  resultSoFar,
  run,
  runAgain,
  sample,
  sendable,
  sender,
  setOptions,
  takeResult,
} from './store.js';

/** Trims, filters, deduplicates and sorts lines. */
export function SortView() {
  const { parts, linesIn, problem } = draft.value;
  return (
    <ListView
      title="Sort and dedupe"
      intro="Trims lines, drops blank ones and duplicates, and sorts what is left."
      inputLabel="Lines"
      placeholder="One entry per line"
      input={input}
      problem={problem}
      counts={`${count(input.text.value.length, 'character')}, ${count(linesIn, 'line')}`}
      options={<SortOptionsForm />}
      result={<Result />}
      request={{ path: '/v1/sort-dedupe', bodies: parts }}
    />
  );
}

function Result() {
  const { problem } = draft.value;
  const obstacle = obstacleOf(run, input.text.value === '', problem);
  const areParts = isInParts(draft.value) && (obstacle === 'pending' || obstacle === 'failed');
  const output = run.output.value;
  const shared = {
    label: 'Result',
    busy: isBusy(run),
    actions: <Actions isCurrent={obstacle === undefined && !isBusy(run)} />,
    above: run.isLong.value && !areParts ? <RunProgress run={run} /> : undefined,
    beside: <RunTarget />,
    foot: areParts ? (
      <PartsNote sender={sender} />
    ) : (
      <ProgressNote progress={run}>{obstacle === undefined && output && said(output.counts)}</ProgressNote>
    ),
  };
  if (obstacle === undefined) return <TextPane {...shared} value={output?.output ?? ''} />;
  return (
    <ResultPane {...shared}>
      {areParts ? (
        <Parts />
      ) : (
        <NoResult
          obstacle={obstacle}
          progress={run}
          problem={problem}
          invitation="Paste lines, or drop a file."
          onSample={() => input.replace(sample)}
          onRetry={runAgain}
        />
      )}
    </ResultPane>
  );
}

/** A list of more lines than fit into one request, which is neither sorted nor deduplicated. */
function Parts() {
  const list = sendable.value;
  if (list === undefined) return null;
  return (
    <PartsPanel what={count(list.linesIn, 'line')} list={list} sender={sender} run={run}>
      <DownloadButton name="lines-part.txt" text={() => `${resultSoFar(list)}\n`} />
    </PartsPanel>
  );
}

/** @param isCurrent - whether the result belongs to the current input. */
function Actions({ isCurrent }: { readonly isCurrent: boolean }) {
  const output = () => run.output.value?.output ?? '';
  return (
    <>
      <button type="button" class="button quiet" disabled={!isCurrent} onClick={takeResult}>
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

type Switch = 'trimLines' | 'dropBlank' | 'dedupe' | 'ignoreCase' | 'sort';

const checks: Checks<Switch> = [
  ['trimLines', 'Trim lines', 'Strips white space at both ends.'],
  ['dropBlank', 'Drop blank lines', 'Those with white space only, too.'],
  ['dedupe', 'Remove duplicates', 'Keeps the first of equal lines.'],
  ['ignoreCase', 'Ignore case', 'When looking for duplicates.'],
  ['sort', 'Sort', 'Alphabetically: apple, Banana, éclair.'],
];

/** All options of `POST /v1/sort-dedupe`, in the order in which they are applied. */
function SortOptionsForm() {
  const { dedupe, sort, direction } = options.value;
  return (
    <fieldset class="list-options panel">
      <legend class="off-screen">Options</legend>
      <CheckList
        checks={checks}
        values={options.value}
        disabled={dedupe ? undefined : 'ignoreCase'}
        onChange={setOptions}
      />
      <Field label="Direction">
        {(ids) => (
          <select
            {...ids}
            value={direction}
            disabled={!sort}
            onChange={({ currentTarget }) => setOptions({ direction: currentTarget.value as SortOptions['direction'] })}
          >
            <option value="asc">A to Z</option>
            <option value="desc">Z to A</option>
          </select>
        )}
      </Field>
    </fieldset>
  );
}
