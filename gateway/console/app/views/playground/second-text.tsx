import { useMemo, useState } from 'preact/hooks';
import { detectTable } from '#engine/text/detection/detect.js';
import { DropTarget, OpenFileButton } from '../../parts/file-actions.js';
import { afterPress } from '../../parts/key-press.js';
import { TextPane, textCounts } from '../../parts/text-pane/text-pane.js';
import { configureStep, endQuiet } from './cards-store.js';
import {
  closeSecondText,
  openSecondText,
  replaceSecondText,
  secondTitle,
  shownSecondText,
  textOf,
  typeSecondText,
} from './second-text-store.js';
import type { LongOption } from './second-texts.js';
import { receivedTables } from './table-store.js';
import { delimiterName, plainTable } from './workflow/table.js';
import type { ToolStep } from './workflow/workflow.js';

interface SecondTextFieldProps {
  readonly step: ToolStep;
  readonly option: LongOption;
  readonly isRequired: boolean;
  /** The gateway's problem with it. */
  readonly problem: string;
}

/** A text that is an option, in the form: its size, a file for it, and the way to its pane. */
export function SecondTextField({ step, option, isRequired, problem }: SecondTextFieldProps) {
  const [refused, setRefused] = useState('');
  const text = textOf(step, option);
  const file = fileFor({ step, option }, setRefused);
  const { value: shown } = shownSecondText;
  const isShown = shown?.step.id === step.id && shown.option.name === option.name;
  const wrong = refused || problem;
  return (
    <DropTarget {...file}>
      <fieldset class="option wide second-field">
        <legend class="option-head">
          <span class="option-name">{option.title}</span>
          <span class="option-facts">{isRequired ? 'required' : ''}</span>
        </legend>
        <p class="second-size">{text === '' ? 'Empty: drop a file here' : textCounts(text)}</p>
        <div class="second-buttons">
          <OpenFileButton {...file} />
          <button
            type="button"
            class="button"
            data-first={isRequired ? true : undefined}
            aria-disabled={isShown}
            onClick={() => openSecondText(step, option)}
          >
            {isShown ? 'Shown' : 'Show'}
          </button>
        </div>
        <OtherDelimiter step={step} text={text} />
        <div class="option-hint">
          {wrong !== '' && <p class="wrong">{wrong}</p>}
          <p>{option.description}</p>
        </div>
      </fieldset>
    </DropTarget>
  );
}

/** Says that a second table has another delimiter than the first, and lets the step detect both. */
function OtherDelimiter({ step, text }: { readonly step: ToolStep; readonly text: string }) {
  const isTable = step.toolSlug === 'csv-join' || step.toolSlug === 'csv-diff';
  const other = useMemo(() => (isTable ? detectTable(text)?.delimiter : undefined), [isTable, text]);
  const own = receivedTables.value.get(step.id)?.delimiter ?? plainTable.delimiter;
  if (other === undefined || other === own || 'delimiter' in step.config) return null;
  return (
    <p class="second-size">
      It has {delimiterName(other)}, and the text {delimiterName(own)}.{' '}
      <button type="button" class="button" onClick={() => configureStep(step, { ...step.config, delimiter: 'auto' })}>
        Detect each
      </button>
    </p>
  );
}

/** The pane of the second text that is shown; nothing without one. */
export function SecondPane() {
  const [refused, setRefused] = useState('');
  const second = shownSecondText.value;
  if (second === undefined) return null;
  const { text, option } = second;
  const file = fileFor(second, setRefused);
  return (
    <div class="drop-target" onFocusOut={() => afterPress(() => endQuiet(second.step.id))}>
      <DropTarget {...file}>
        <TextPane
          label={secondTitle(second)}
          value={text}
          onInput={(typed) => {
            typeSecondText(second, typed);
            setRefused('');
          }}
          placeholder="Type or paste it, or drop a file here"
          actions={
            <>
              <OpenFileButton {...file} />
              <button
                type="button"
                class="button quiet"
                disabled={text === ''}
                onClick={({ currentTarget }) => {
                  replaceSecondText(second, '');
                  currentTarget.closest('.pane')?.querySelector('textarea')?.focus();
                }}
              >
                Clear
              </button>
              <button
                type="button"
                class="button quiet"
                aria-label={`Close ${secondTitle(second)}`}
                onClick={() => {
                  closeSecondText(second);
                  document
                    .getElementById(`step-${second.step.id}`)
                    ?.querySelector<HTMLElement>('.step-toggle')
                    ?.focus();
                }}
              >
                Close
              </button>
            </>
          }
          foot={
            <>
              <span class={text.length > option.maxCharacters ? 'wrong' : undefined}>{textCounts(text)}</span>
              <span class="wrong" role="alert">
                {refused}
              </span>
            </>
          }
        />
      </DropTarget>
    </div>
  );
}

function fileFor(
  second: { readonly step: ToolStep; readonly option: LongOption },
  onProblem: (reason: string) => void,
) {
  return {
    maxCharacters: second.option.maxCharacters,
    onText: (text: string) => {
      openSecondText(second.step, second.option);
      replaceSecondText(second, text);
    },
    onProblem,
  };
}
