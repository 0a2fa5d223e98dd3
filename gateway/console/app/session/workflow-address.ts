import { maxConfigDepth, maxSteps } from '#engine/core/limits.js';
import type { Config } from './tool.js';

/** A step in an address: what it runs, and whether it is switched off. */
export interface WorkflowStep {
  readonly toolSlug: string;
  readonly config?: Config;
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
  return `/console/#steps=${written}${isShort ? `&input=${encodeURIComponent(input)}` : ''}`;
}

/** Returns a step in its shortest form: one without options is its slug. */
export function writtenStep({ toolSlug, config = {}, off }: WorkflowStep): string | WorkflowStep {
  const isPlain = Object.keys(config).length === 0;
  if (isPlain && off === undefined) return toolSlug;
  return { toolSlug, ...(!isPlain && { config }), ...(off && { off }) };
}

/**
 * Reads an address of {@link workflowAddress}. Never throws: skips invalid steps, and those after the 25th.
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
    return Array.isArray(steps) ? steps.flatMap((step) => readStep(step) ?? []).slice(0, maxSteps) : [];
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

/** Reads a step of {@link writtenStep}, or of a request. @returns undefined if it is none. */
export function readStep(step: unknown): WorkflowStep | undefined {
  if (typeof step === 'string') return { toolSlug: step };
  if (!isRecord(step) || typeof step.toolSlug !== 'string') return undefined;
  const { toolSlug, config, off } = step;
  return { toolSlug, ...(isRecord(config) && { config }), ...(off === true && { off }) };
}

/** Returns whether a value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
