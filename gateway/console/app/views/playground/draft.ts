import { maxInputCharacters } from '#engine/core/limits.js';
import { isRecord } from '../../session/group-options.js';
import { markedSession } from '../../session/session-mark.js';
import { isShallow, writtenStep } from '../../session/workflow-address.js';
import { longestSteps, recipeOf } from './recipes/recipe.js';
import { firstWorkflow } from './workflow/sample.js';
import { readTable } from './workflow/table.js';
import type { GivenTable } from './workflow/undo-stack.js';
import { isSameWorkflow, openedSteps, savedSteps, type Workflow } from './workflow/workflow.js';

/**
 * Whether a reload of this tab brings back the steps and the text: `nothing` has been changed, or the browser keeps
 * nothing; `off` if the user does not want it.
 */
export type DraftState = 'nothing' | 'saved' | 'too long' | 'off';

/** What a reload brings back. */
export interface Draft {
  readonly workflow: Workflow;
  readonly input: string;
  /** See `Content`. */
  readonly table: GivenTable;
  /** `operator`, or the account of its owner; '' without a session. */
  readonly holder: string;
  /** Of the address at that time. The workflow is at least as new. */
  readonly fragment: string;
}

/** In the storage of the tab, which ends with the tab and is not shared with others. */
const key = 'textmill-playground';

/** Returns what the storage has, unless the session that kept it has ended. Anything may be in the storage. */
export function storedDraft(): Draft | undefined {
  try {
    const json = sessionStorage.getItem(key) ?? '';
    const value: unknown = isShallow(json) ? JSON.parse(json) : undefined;
    if (!isRecord(value)) return undefined;
    const steps = recipeOf(value.steps)?.steps;
    const { input, holder, fragment } = value;
    const table = value.table === 'none' ? value.table : readTable(value.table);
    if (steps === undefined || typeof input !== 'string') return undefined;
    if (typeof holder !== 'string' || typeof fragment !== 'string') return undefined;
    if (value.session !== '' && value.session !== markedSession()) return undefined;
    const opened = openedSteps(steps);
    const workflow = isSameWorkflow(opened, firstWorkflow) ? firstWorkflow : opened;
    return { workflow, input, table, holder, fragment };
  } catch {
    return undefined;
  }
}

/** Keeps a draft, or removes the one before if that is not possible. @param session - its identifier; '' without one. */
export function storeDraft({ workflow, ...draft }: Draft, session: string): DraftState {
  const steps = savedSteps(workflow).map(writtenStep);
  if (draft.input.length > maxInputCharacters || JSON.stringify(steps).length > longestSteps)
    return removeDraft('too long');
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...draft, session, steps }));
    return 'saved';
  } catch {
    // The user forbids it, or it is full. Then an older text must not come back either.
    return removeDraft('nothing');
  }
}

/** Removes what is kept. @param state - returned if the browser keeps anything at all. */
export function removeDraft(state: DraftState): DraftState {
  try {
    sessionStorage.removeItem(key);
    return state;
  } catch {
    return 'nothing';
  }
}
