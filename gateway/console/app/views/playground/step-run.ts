import { maxTracedCharacters } from '#engine/core/limits.js';
import type { TracedGroup, TracedStep } from '#engine/types.js';
import type { SentSteps } from './workflow/sent-steps.js';
import { isGroup, numbered, toolsOf, type Workflow, type WorkflowStep } from './workflow/workflow.js';

/** The beginning of a text. */
export interface TextStart {
  readonly text: string;
  /** Length of the whole text, in UTF-16 code units. */
  readonly length: number;
  readonly truncated: boolean;
}

/** What a step did in a run. */
export interface StepRun {
  /** At the time of the run. */
  readonly step: WorkflowStep;
  /** On the screen at the time of the run: `step 1`, `group 2`. */
  readonly name: string;
  readonly ms: number;
  /** What it removed; undefined if nothing, or if it does not remove. */
  readonly removed: Removal | undefined;
  readonly before: TextStart;
  readonly after: TextStart;
  /** What a group did; undefined for a tool. */
  readonly group: GroupRun | undefined;
}

/** How much a step removed: 12 of 340 lines. */
export interface Removal {
  readonly count: number;
  readonly of: number;
  /** In the plural. */
  readonly noun: string;
}

/** What a group did in a run. */
export interface GroupRun extends Pick<TracedGroup, 'parts' | 'failed' | 'changed'> {
  /** The tools inside that ran, by {@link WorkflowStep.id}. */
  readonly tools: ReadonlyMap<number, ToolRun>;
}

/** What a tool in a group did. */
export interface ToolRun {
  readonly parts: number;
  readonly ms: number;
}

/** Names a step with its number: `step 1`, `group 2`. */
export function nameOf(step: WorkflowStep, numbers: ReadonlyMap<number, number>): string {
  return `${isGroup(step) ? 'group' : 'step'} ${numbers.get(step.id) ?? 1}`;
}

/**
 * Joins a trace with the steps on the screen.
 *
 * @param workflow - at the time of the request.
 * @param sent - its steps in the request, which the trace has.
 * @param trace - up to the failing step, if one failed.
 */
export function stepRuns(
  input: string,
  workflow: Workflow,
  sent: SentSteps,
  trace: readonly (TracedStep | TracedGroup)[],
): StepRun[] {
  const numbers = numbered(workflow);
  let before = startOf(input);
  return trace.flatMap((traced, index) => {
    const step = sent.outer[index];
    if (step === undefined) return [];
    const { ms, text, length, truncated } = traced;
    const after = { text, length, truncated };
    const group = 'parts' in traced ? groupRun(step, traced) : undefined;
    const removed = removalBy(step, traced, before.length);
    const run = { step, name: nameOf(step, numbers), ms, removed, before, after, group };
    before = after;
    return [run];
  });
}

/** Tools that remove characters. */
const removers = /(?:^|-)(?:remove|remover|strip|trim|collapse|dedent|minifier|truncate|slice)(?:-|$)/;

function removalBy(step: WorkflowStep, traced: TracedStep | TracedGroup, length: number): Removal | undefined {
  if ('parts' in traced) return removal(traced.removed, traced.parts, 'parts');
  const { removed = 0, items = removed, tool } = traced;
  if (removed > 0) return removal(removed, items, itemsOf(step, tool));
  return removers.test(tool) ? removal(length - traced.length, length, 'characters') : undefined;
}

function removal(count: number, of: number, noun: string): Removal | undefined {
  return count > 0 ? { count, of, noun } : undefined;
}

/** Returns what a tool removes. */
function itemsOf(step: WorkflowStep, tool: string): string {
  if (tool.startsWith('csv-')) return 'rows';
  const unit = isGroup(step) || tool !== 'remove-near-duplicates' ? undefined : step.config.unit;
  return typeof unit === 'string' ? unit : 'lines';
}

/** A trace names the tools in a group, in the order in which they first ran. */
function groupRun(step: WorkflowStep, { parts, failed, changed, steps }: TracedGroup): GroupRun {
  const rest = [...toolsOf([step])];
  const tools = new Map<number, ToolRun>();
  for (const { tool, ...ran } of steps) {
    const at = rest.findIndex(({ toolSlug, off }) => toolSlug === tool && !off);
    const [found] = at === -1 ? [] : rest.splice(at, 1);
    if (found !== undefined) tools.set(found.id, ran);
  }
  return { parts, failed, changed, tools };
}

/** Returns whether a step returned its text as it was; false if that is not known. */
export function isUnchanged({ before, after }: Pick<StepRun, 'before' | 'after'>): boolean {
  return !before.truncated && !after.truncated && before.text === after.text;
}

/** Formats how much a step removed, and how much failed: `, removed 12 of 340 lines`; empty if nothing was or did. */
export function removedText({ removed, group }: Pick<StepRun, 'removed' | 'group'>): string {
  const failed = group === undefined || group.failed === 0 ? '' : `, ${group.failed.toLocaleString('en')} failed`;
  if (removed === undefined) return failed;
  const { count, of, noun } = removed;
  return `${failed}, removed ${count.toLocaleString('en')} of ${of.toLocaleString('en')} ${of === 1 ? noun.slice(0, -1) : noun}`;
}

/** Formats a time: `< 0.1 ms`, `3.4 ms`, `1,204 ms`. */
export function milliseconds(ms: number): string {
  if (ms < 0.1) return '< 0.1 ms';
  const digits = ms < 10 ? 1 : 0;
  return `${ms.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ms`;
}

/** Returns the beginning of the input as a trace has it. */
function startOf(text: string): TextStart {
  const { length } = text;
  if (length <= maxTracedCharacters) return { text, length, truncated: false };
  const isInPair = (text.codePointAt(maxTracedCharacters - 1) ?? 0) > 0xffff;
  return { text: text.slice(0, maxTracedCharacters - (isInPair ? 1 : 0)), length, truncated: true };
}
