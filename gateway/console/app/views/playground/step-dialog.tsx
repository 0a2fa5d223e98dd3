import { useMemo, useState } from 'preact/hooks';
import { maxTracedCharacters } from '#engine/core/limits.js';
import { differenceOf, markedRow, maxEdits } from '#gateway/console/engine/tables/line-difference.js';
import { ChangedWords } from '../../parts/changed-words.js';
import { Modal } from '../../parts/modal.js';
import { Tabs } from '../../parts/tabs.js';
import { count, textCounts } from '../../parts/text-pane/text-pane.js';
import { titleOf } from '../../session/catalogue-store.js';
import { titleOfStep } from './cards-store.js';
import { DifferenceRows } from './difference-rows.js';
import { closeStepRun, goToStepRun, openedRun } from './run-store.js';
import { type GroupRun, isUnchanged, milliseconds, removedText, type StepRun, type TextStart } from './step-run.js';
import { toolsOf, type WorkflowStep } from './workflow/workflow.js';

/** The dialog of a run's steps; nothing while it is closed. */
export function StepDialog() {
  if (openedRun.value === undefined) return null;
  const { runs, index } = openedRun.value;
  const run = runs[index];
  if (run === undefined) return null;
  return (
    <Modal title={`${capitalized(run.name)}: ${titleOfStep(run.step)}`} onClose={closeStepRun}>
      <div class="step-run">
        <div class="step-run-head">
          <p class="fine">
            {lengths(run)} in {milliseconds(run.ms)}
            {removedText(run)}
          </p>
          <nav aria-label="Steps of this run">
            <WayButton label="Previous step" isOff={index === 0} onPress={() => goToStepRun(index - 1)} />
            <WayButton label="Next step" isOff={index === runs.length - 1} onPress={() => goToStepRun(index + 1)} />
          </nav>
        </div>
        <Texts run={run} />
      </div>
    </Modal>
  );
}

interface WayButtonProps {
  readonly label: string;
  /** Stays focusable, so that the keyboard does not lose its place at the end. */
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function WayButton({ label, isOff, onPress }: WayButtonProps) {
  return (
    <button type="button" class="button quiet" aria-disabled={isOff} onClick={() => !isOff && onPress()}>
      {label}
    </button>
  );
}

type Side = 'parts' | 'difference' | 'before' | 'after';

const sides: readonly (readonly [Side, string])[] = [
  ['difference', 'Difference'],
  ['before', 'Before'],
  ['after', 'After'],
];

function Texts({ run }: { readonly run: StepRun }) {
  const { group } = run;
  const [wanted, setSide] = useState<Side>(group === undefined ? 'difference' : 'parts');
  // The next step may be no group.
  const side = wanted === 'parts' && group === undefined ? 'difference' : wanted;
  const isCut = run.before.truncated || run.after.truncated;
  return (
    <>
      <Tabs
        label="Text"
        tabs={group === undefined ? sides : [['parts', 'Parts'], ...sides]}
        current={side}
        onChoose={setSide}
      >
        {(panel) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there.
          <div {...panel} class="step-run-text" tabIndex={0} data-first key={run.step.id}>
            {side === 'parts' && group !== undefined && <GroupParts step={run.step} group={group} />}
            {side === 'difference' && <StepDifference key={run.step.id} run={run} />}
            {(side === 'before' || side === 'after') && <Text start={run[side]} />}
          </div>
        )}
      </Tabs>
      <p class="fine">
        {isCut && `Only the first ${maxTracedCharacters.toLocaleString('en')} characters are shown and compared.`}
      </p>
    </>
  );
}

function Text({ start: { text, truncated } }: { readonly start: TextStart }) {
  if (text === '') return <p class="difference-note">The text is empty.</p>;
  return (
    <>
      {!truncated && <p class="difference-note">{textCounts(text)}</p>}
      <pre class="step-run-pre">
        {text}
        {truncated && '…'}
      </pre>
    </>
  );
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `84 → 76 characters` */
function lengths({ before, after }: StepRun): string {
  return `${before.length.toLocaleString('en')} → ${count(after.length, 'character')}`;
}

interface GroupPartsProps {
  /** The group, at the time of the run. */
  readonly step: WorkflowStep;
  readonly group: GroupRun;
}

/** What a group did with its parts: the first that changed, before and after, and what its tools did. */
function GroupParts({ step, group: { parts, changed, tools } }: GroupPartsProps) {
  return (
    <>
      <p class="difference-note">
        {count(parts, 'part')}
        {changed.length === 0 ? ', none changed' : `. The first that changed:`}
      </p>
      {changed.length > 0 && (
        <dl class="changed-parts">
          {changed.map(({ part, line, before, after }) => (
            <div key={part}>
              <dt>Line {line.toLocaleString('en')}</dt>
              <dd>
                <del>
                  <ChangedWords text={before} other={after} />
                </del>
                <span aria-hidden="true"> → </span>
                <ins>
                  <ChangedWords text={after} other={before} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p class="difference-note">Its tools</p>
      <ul class="part-tools">
        {toolsOf([step]).map(({ id, toolSlug }) => {
          const ran = tools.get(id);
          return (
            <li key={id}>
              {titleOf(toolSlug)}:{' '}
              {ran === undefined ? 'not run' : `${count(ran.parts, 'part')} in ${milliseconds(ran.ms)}`}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** How many rows are shown at first, and more with each press: drawing thousands takes long. */
const rowsAtOnce = 200;

/** What a step changed, line by line, with changed words marked. */
function StepDifference({ run }: { readonly run: StepRun }) {
  const { rows, deleted, inserted, isRough } = useMemo(() => differenceOf(run.before, run.after), [run]);
  const [shown, setShown] = useState(rowsAtOnce);
  if (deleted + inserted === 0) return <p class="difference-note">{withoutDifference(run)}</p>;
  return (
    <>
      <p class="difference-note">
        {count(deleted, 'line')} removed, {count(inserted, 'line')} added
        {isRough && `. More than ${maxEdits} lines differ, so the lines between are shown as changed`}
      </p>
      <DifferenceRows rows={rows.slice(0, shown).map(markedRow)} />
      {shown < rows.length && (
        <button type="button" class="button difference-more" onClick={() => setShown(shown + rowsAtOnce)}>
          Show {Math.min(rowsAtOnce, rows.length - shown).toLocaleString('en')} more of{' '}
          {(rows.length - shown).toLocaleString('en')}
        </button>
      )}
    </>
  );
}

function withoutDifference(run: StepRun): string {
  if (isUnchanged(run)) return 'This step changed nothing.';
  const { before, after } = run;
  if (before.truncated || after.truncated) return 'No line differs in the part that is compared.';
  return 'Only line ends differ.';
}
