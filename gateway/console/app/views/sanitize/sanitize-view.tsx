import { useMemo } from 'preact/hooks';
import { Choice } from '../../parts/choice.js';
import { CopyButton } from '../../parts/copy-button.js';
import { DownloadButton } from '../../parts/file-actions.js';
import { RunProgress } from '../../parts/run-progress.js';
import { RunTarget } from '../../parts/run-target.js';
import { count, TextPane } from '../../parts/text-pane/text-pane.js';
import { ListView } from '../lists/list-view.js';
import { isBusy, NoResult, obstacleOf, ProgressNote } from '../lists/outcome.js';
import { isInParts } from '../lists/parted-list.js';
import { PartsNote, PartsPanel } from '../lists/parts-panel.js';
import { ResultPane } from '../lists/result-pane.js';
import { ChangedUrls, changeCounts } from './changed-urls.js';
import { SanitizeOptionsForm } from './sanitize-options.js';
import {
  cleanedSoFar,
  cleanedText,
  comparisons,
  draft,
  form,
  input,
  problem,
  run,
  runAgain,
  sample,
  sendable,
  sender,
  setForm,
} from './store.js';

/** Removes tracking parameters from URLs, and shows which. */
export function SanitizeView() {
  const { list, urlProblem } = draft.value;
  return (
    <ListView
      title="Sanitize URLs"
      intro="Strips tracking parameters and leaves everything else as it is, byte for byte."
      inputLabel="URLs"
      placeholder="One URL per line"
      input={input}
      problem={urlProblem}
      counts={count(list.urls.length, 'URL')}
      options={<SanitizeOptionsForm />}
      result={<Result />}
      request={{ path: '/v1/sanitize', bodies: list.parts }}
    />
  );
}

function Result() {
  const obstacle = obstacleOf(run, draft.value.list.urls.length === 0, problem.value);
  const hasResult = obstacle === undefined;
  const areParts = isInParts(draft.value.list) && (obstacle === 'pending' || obstacle === 'failed');
  const urls = comparisons.value;
  // Memoised while the user types: comparing a long list takes longer than a key press.
  const changes = useMemo(() => <ChangedUrls urls={urls} />, [urls]);
  const shared = {
    label: 'Cleaned',
    busy: isBusy(run),
    actions: <Actions isCurrent={hasResult && !isBusy(run)} />,
    above: run.isLong.value && !areParts ? <RunProgress run={run} /> : undefined,
    beside: <RunTarget />,
    foot: areParts ? (
      <PartsNote sender={sender} />
    ) : (
      <ProgressNote progress={run}>{hasResult && changeCounts(urls)}</ProgressNote>
    ),
  };
  if (hasResult && form.value === 'text') return <TextPane {...shared} value={cleanedText.value} />;
  return (
    <ResultPane {...shared}>
      {hasResult ? (
        changes
      ) : areParts ? (
        <Parts />
      ) : (
        <NoResult
          obstacle={obstacle}
          progress={run}
          problem={problem.value}
          invitation="Paste URLs, one per line, or drop a file."
          onSample={() => input.replace(sample)}
          onRetry={runAgain}
        />
      )}
    </ResultPane>
  );
}

/** A list of more URLs than fit into one request. */
function Parts() {
  const list = sendable.value;
  if (list === undefined) return null;
  return (
    <PartsPanel what={count(list.urls.length, 'URL')} list={list} sender={sender} run={run}>
      <DownloadButton name="urls-part.txt" text={() => `${cleanedSoFar(list).join('\n')}\n`} />
    </PartsPanel>
  );
}

/** @param isCurrent - whether the result belongs to the current input. */
function Actions({ isCurrent }: { readonly isCurrent: boolean }) {
  return (
    <>
      <Choice
        label="Show"
        value={form.value}
        choices={[
          ['changes', 'Changes'],
          ['text', 'Plain text'],
        ]}
        onChange={setForm}
      />
      <CopyButton disabled={!isCurrent} text={() => cleanedText.value}>
        Copy all
      </CopyButton>
      <DownloadButton disabled={!isCurrent} name="urls.txt" text={() => `${cleanedText.value}\n`} />
    </>
  );
}
