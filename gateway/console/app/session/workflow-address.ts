import { maxConfigDepth, maxGroupDepth, maxSteps } from '#engine/core/limits.js';
import { type GroupOptions, isRecord, readGroupOptions } from './group-options.js';
import { base } from './site.js';
import type { Config } from './tool.js';

/** A step that runs a tool, in an address or a recipe. */
export interface ToolStep {
  readonly toolSlug: string;
  readonly config?: Config;
  /** Whether it is switched off. */
  readonly off?: true;
}

/** Steps that run on parts of the text, in an address or a recipe. */
export interface GroupStep extends GroupOptions {
  readonly steps: readonly WorkflowStep[];
  readonly else?: readonly WorkflowStep[];
  readonly off?: true;
}

/** A step in an address or a recipe. */
export type WorkflowStep = ToolStep | GroupStep;

/** A step of a request, in which nothing is switched off, or of an address. */
export type WrittenStep = string | ToolStep | WrittenGroup;

export interface WrittenGroup extends GroupOptions {
  readonly steps: readonly WrittenStep[];
  readonly else?: readonly WrittenStep[];
  readonly off?: true;
}

export interface Workflow {
  readonly steps: readonly WorkflowStep[];
  /** Undefined if the address has no text. */
  readonly input: string | undefined;
}

/** The longest text in an address, in characters. */
export const longestInput = 2_000;

/**
 * Returns the address of the playground with these steps: `/console/#steps=%5B%22upper-case%22%5D&input=abc`.
 *
 * @param input - left out if it is longer than {@link longestInput}, or contains half a surrogate pair.
 */
export function workflowAddress(steps: readonly WorkflowStep[], input?: string): string {
  const written = encodeURIComponent(JSON.stringify(steps.map(writtenStep)));
  const isShort = input !== undefined && input !== '' && input.length <= longestInput && input.isWellFormed();
  return `${base}#steps=${written}${isShort ? `&input=${encodeURIComponent(input)}` : ''}`;
}

/** Returns a step in its shortest form: one without options is its slug. */
export function writtenStep(step: WorkflowStep): WrittenStep {
  if (isGroup(step)) {
    const { steps, else: otherwise, ...options } = step;
    return {
      ...options,
      steps: steps.map(writtenStep),
      ...(otherwise !== undefined && { else: otherwise.map(writtenStep) }),
    };
  }
  const { toolSlug, config = {}, off } = step;
  const isPlain = Object.keys(config).length === 0;
  if (isPlain && off === undefined) return toolSlug;
  return { toolSlug, ...(!isPlain && { config }), ...(off && { off }) };
}

/**
 * Reads an address of {@link workflowAddress}. Never throws: skips invalid steps, and those after the 25th tool.
 *
 * @param fragment - of the address, with or without its `#`.
 */
export function readWorkflow(fragment: string): Workflow {
  const parts = fragment.replace(/^#/, '').split('&');
  const written = decoded(partOf(parts, 'steps='));
  const input = decoded(partOf(parts, 'input='));
  const isShort = input !== undefined && input.length <= longestInput;
  return { steps: stepsIn(written ?? ''), input: isShort ? input : undefined };
}

function partOf(parts: readonly string[], start: string): string | undefined {
  return parts.find((part) => part.startsWith(start))?.slice(start.length);
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function stepsIn(written: string): WorkflowStep[] {
  try {
    if (!isShallow(written)) return [];
    const steps: unknown = JSON.parse(written);
    const read = Array.isArray(steps) ? steps.flatMap((step) => readStep(step) ?? []) : [];
    return read.slice(0, firstBeyond(read));
  } catch {
    return [];
  }
}

/** Returns whether JSON is nested as deeply as options may be. What is deeper would overflow the stack elsewhere. */
export function isShallow(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > maxConfigDepth) return false;
  }
  return true;
}

/** Returns the index of the first step with which there are too many; the number of steps if there are not. */
function firstBeyond(steps: readonly WorkflowStep[]): number {
  let tools = 0;
  const found = steps.findIndex((step) => {
    tools += toolsIn([step]).length || 1;
    return tools > maxSteps;
  });
  return found === -1 ? steps.length : found;
}

/** Returns whether a step is a group. */
export function isGroup<Group extends { readonly steps: unknown }>(step: object | Group): step is Group {
  return 'steps' in step;
}

/** Returns the steps that run a tool, in groups and outside, in reading order. */
export function toolsIn(steps: readonly WorkflowStep[]): readonly ToolStep[] {
  return steps.flatMap((step) => (isGroup(step) ? toolsIn([...step.steps, ...(step.else ?? [])]) : [step]));
}

/**
 * Reads a step of {@link writtenStep}, or of a request.
 *
 * @param depth - the number of groups around it.
 * @returns undefined if it is none.
 */
export function readStep(step: unknown, depth = 0): WorkflowStep | undefined {
  if (typeof step === 'string') return { toolSlug: step };
  if (!isRecord(step)) return undefined;
  const { toolSlug, config, off } = step;
  const isOff = off === true && ({ off } as const);
  if (typeof toolSlug === 'string') return { toolSlug, ...(isRecord(config) && { config }), ...isOff };
  const options = readGroupOptions(step);
  const steps = readSteps(step.steps, depth);
  const otherwise = step.else === undefined ? [] : readSteps(step.else, depth);
  if (options === undefined || steps === undefined || otherwise === undefined) return undefined;
  return { ...options, steps, ...(step.else !== undefined && { else: otherwise }), ...isOff };
}

/** @returns undefined if they are no steps of a group. */
function readSteps(steps: unknown, depth: number): WorkflowStep[] | undefined {
  if (!Array.isArray(steps) || depth >= maxGroupDepth) return undefined;
  const read = steps.map((step) => readStep(step, depth + 1)).filter((step) => step !== undefined);
  return read.length < steps.length ? undefined : read;
}
