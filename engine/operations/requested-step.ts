import type { Condition } from '../text/parts/condition.js';
import type { EachPart, OnError } from '../text/parts/part-cutter.js';

/** A step in a request: a tool's slug, a slug with options, or a group of steps. */
export type RequestedStep = string | RequestedTool | RequestedGroup;

export interface RequestedTool {
  readonly toolSlug: string;
  readonly config?: object;
}

/** A group of steps, which run on parts of the text. */
export interface RequestedGroup {
  readonly steps: readonly RequestedStep[];
  readonly each?: EachPart;
  readonly when?: Condition;
  readonly else?: readonly RequestedStep[];
  readonly onError?: OnError;
}

/** Whether a step is a group: it has steps and names no tool. */
export function isGroup(step: unknown): step is RequestedGroup {
  return typeof step === 'object' && step !== null && Object.hasOwn(step, 'steps') && !Object.hasOwn(step, 'toolSlug');
}
