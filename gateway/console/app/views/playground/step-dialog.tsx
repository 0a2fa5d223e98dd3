import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { maxTracedCharacters } from '#engine/core/limits.js';
import { Modal } from '../../parts/modal.js';
import { Tabs } from '../../parts/tabs.js';
import { count, textCounts } from '../../parts/text-pane/text-pane.js';
import { titleOf } from './state/playground-state.js';
import { StepDifference } from './step-difference.js';
import { milliseconds, type StepRun, type TextStart } from './step-run.js';

/** The steps of a run, and the one whose texts are shown. */
interface OpenedRun {
  readonly runs: readonly StepRun[];
  readonly index: number;
}

const opened = signal<OpenedRun | undefined>(undefined);

/** Shows what a step did. The dialog keeps this run, whatever runs in the meantime. */
export function openStepRun(runs: readonly StepRun[], run: StepRun): void {
  opened.value = { runs, index: runs.indexOf(run) };
}

/** The dialog of {@link openStepRun}; nothing while it is closed. */
export function StepDialog() {
  if (opened.value === undefined) return null;
  const { runs, index } = opened.value;
  const run = runs[index];
  if (run === undefined) return null;
  const go = (to: number) => {
    if (runs[to] !== undefined) opened.value = { runs, index: to };
  };
  return (
    <Modal
      title={`Step ${run.number}: ${titleOf(run.toolSlug)}`}
      onClose={() => {
        opened.value = undefined;
      }}
    >
      <div class="step-run">
        <div class="step-run-head">
          <p class="fine">
            {lengths(run)} in {milliseconds(run.ms)}
          </p>
          <nav aria-label="Steps of this run">
            <WayButton label="Previous step" isOff={index === 0} onPress={() => go(index - 1)} />
            <WayButton label="Next step" isOff={index === runs.length - 1} onPress={() => go(index + 1)} />
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

type Side = 'difference' | 'before' | 'after';

const sides: readonly (readonly [Side, string])[] = [
  ['difference', 'Difference'],
  ['before', 'Before'],
  ['after', 'After'],
];

function Texts({ run }: { readonly run: StepRun }) {
  const [side, setSide] = useState<Side>('difference');
  const isCut = run.before.truncated || run.after.truncated;
  return (
    <>
      <Tabs label="Text" tabs={sides} current={side} onChoose={setSide}>
        {(panel) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there.
          <div {...panel} class="step-run-text" tabIndex={0} data-first key={run.id}>
            {side === 'difference' ? <StepDifference key={run.id} run={run} /> : <Text start={run[side]} />}
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

/** `84 → 76 characters` */
function lengths({ before, after }: StepRun): string {
  return `${before.length.toLocaleString('en')} → ${count(after.length, 'character')}`;
}
