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
/** The most steps of a request. */
const mostSteps = 25;

/**
 * Returns the address of the playground with these steps: `/console/#steps=%5B%22upper-case%22%5D&input=abc`.
 *
 * @param input - left out if it is longer than {@link longestInput}, or contains half a surrogate pair.
 */
export function workflowAddress(steps: readonly WorkflowStep[], input?: string): string {
  const written = encodeURIComponent(JSON.stringify(steps.map(shortened)));
  const isShort = input !== undefined && input !== '' && input.length <= longestInput && input.isWellFormed();
  return `/console/#steps=${written}${isShort ? `&input=${encodeURIComponent(input)}` : ''}`;
}

function shortened({ toolSlug, config = {}, off }: WorkflowStep): string | WorkflowStep {
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
  return { steps: stepsIn(written ?? ''), input: decoded(partOf(parts, 'input=')) };
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
    const steps: unknown = JSON.parse(written);
    return Array.isArray(steps) ? steps.flatMap(stepOf).slice(0, mostSteps) : [];
  } catch {
    return [];
  }
}

function stepOf(step: unknown): WorkflowStep[] {
  if (typeof step === 'string') return [{ toolSlug: step }];
  if (!isRecord(step) || typeof step.toolSlug !== 'string') return [];
  const { toolSlug, config, off } = step;
  return [{ toolSlug, ...(isRecord(config) && { config }), ...(off === true && { off }) }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
