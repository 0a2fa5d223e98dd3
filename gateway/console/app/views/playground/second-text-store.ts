import { computed, signal } from '@preact/signals';
import { isSame } from '../../forms/values.js';
import { catalogue, titleOf } from '../../session/catalogue-store.js';
import { configureStep, numbers, openSteps } from './cards-store.js';
import { changeWorkflow, workflow } from './content-store.js';
import { type LongOption, longOptions } from './second-texts.js';
import { nameOf } from './step-run.js';
import { changed, stepOf, type ToolStep, toolsOf } from './workflow/workflow.js';

/** A text that is an option of a step. */
export interface SecondText {
  readonly step: ToolStep;
  readonly option: LongOption;
  /** As it is written in the pane. */
  readonly text: string;
}

// Inputs

/** Those that the user has closed the pane of, and the one that was opened last: `12 other`. */
const closed = signal<ReadonlySet<string>>(new Set());
const opened = signal('');
/** What was typed, and the value that it means: a value that is written again may look otherwise. */
const typed = signal<{ readonly key: string; readonly text: string; readonly value: unknown } | undefined>(undefined);

// Computed

/** All second texts of the workflow. */
const secondTexts = computed<readonly SecondText[]>(() =>
  toolsOf(workflow.value).flatMap((step) => {
    const tool = catalogue.value?.get(step.toolSlug);
    return tool === undefined
      ? []
      : longOptions(tool.config).map((option) => ({ step, option, text: textOf(step, option) }));
  }),
);
/** The one in the pane: the last that was opened, else that of a step whose options are shown. */
export const shownSecondText = computed<SecondText | undefined>(() => {
  const open = secondTexts.value.filter((second) => !closed.value.has(keyOf(second)));
  return (
    open.find((second) => keyOf(second) === opened.value) ?? open.findLast(({ step }) => openSteps.value.has(step.id))
  );
});

/** Names a second text for all users: `Second text of step 2, Compare lists`. */
export function secondTitle({ step, option }: Pick<SecondText, 'step' | 'option'>): string {
  return `${option.title} of ${nameOf(step, numbers.value)}, ${titleOf(step.toolSlug)}`;
}

/** Returns the text of an option. */
export function textOf(step: ToolStep, option: LongOption): string {
  const { [option.name]: value = '' } = step.config;
  const last = typed.value;
  const isTyped = last?.key === keyOf({ step, option }) && isSame(last.value, value);
  return isTyped ? last.text : option.write(value);
}

function keyOf({ step, option }: Pick<SecondText, 'step' | 'option'>): string {
  return `${step.id} ${option.name}`;
}

// Actions

/** Shows a second text in the pane. */
export function openSecondText(step: ToolStep, option: LongOption): void {
  const key = keyOf({ step, option });
  opened.value = key;
  closed.value = new Set([...closed.value].filter((other) => other !== key));
}

/** Closes the pane. */
export function closeSecondText(second: SecondText): void {
  closed.value = new Set([...closed.value, keyOf(second)]);
}

/** Takes what the user types in the pane. */
export function typeSecondText({ step, option }: Pick<SecondText, 'step' | 'option'>, text: string): void {
  const { value, config } = withText(step, option, text);
  typed.value = { key: keyOf({ step, option }), text, value };
  configureStep(step, config);
}

/** Replaces a second text as a whole, which can be undone. */
export function replaceSecondText({ step, option }: Pick<SecondText, 'step' | 'option'>, text: string): void {
  const { value, config } = withText(step, option, text);
  typed.value = { key: keyOf({ step, option }), text, value };
  const what = text === '' ? 'Cleared' : 'Filled in the file as';
  changeWorkflow(`${what} the ${option.title.toLowerCase()} of ${titleOf(step.toolSlug)}`, {
    workflow: changed(workflow.value, step.id, { config }),
  });
}

function withText({ id }: ToolStep, { name, read }: LongOption, text: string) {
  const step = stepOf(workflow.value, id);
  const { [name]: _, ...others } = step !== undefined && 'toolSlug' in step ? step.config : {};
  const value = text === '' ? undefined : read(text);
  return { value, config: value === undefined ? others : { ...others, [name]: value } };
}
