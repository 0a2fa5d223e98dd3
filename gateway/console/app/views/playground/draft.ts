import { effect, signal, untracked } from '@preact/signals';
import { maxInputCharacters } from '#engine/core/limits.js';
import { preference, setPreference } from '../../parts/preference.js';
import { canRun, onOtherUser, onSignOut } from '../../session/credentials.js';
import { fragment } from '../../session/router.js';
import { session } from '../../session/session.js';
import { markedSession } from '../../session/session-mark.js';
import { isRecord, isShallow, writtenStep } from '../../session/workflow-address.js';
import { longestSteps, openedSteps, recipeOf, savedSteps } from './recipes/recipe.js';
import { beginAnew, firstText, firstWorkflow, input, workflow } from './state/playground-state.js';
import { isSameWorkflow, type Workflow } from './state/workflow.js';

/**
 * Whether a reload of this tab brings back the steps and the text: `nothing` has been changed, or the browser keeps
 * nothing; `off` if the user does not want it.
 */
export type DraftState = 'nothing' | 'saved' | 'too long' | 'off';

/** In the storage of the tab, which ends with the tab and is not shared with others. */
const key = 'textmill-playground';
/** How long nothing must change before it is written, in milliseconds: writing takes longer than a key press may. */
const writeDelayMs = 500;

interface Draft {
  readonly workflow: Workflow;
  readonly input: string;
}

/** What the storage has. */
interface StoredDraft extends Draft {
  /** `operator`, or the account of its owner; '' without a session. */
  readonly holder: string;
  /** Of the address at that time. The workflow is at least as new. */
  readonly fragment: string;
}

const choice = preference('keep-playground', 'yes');

/** What a reload would do now. */
export const draftState = signal<DraftState>('nothing');

/** Chooses whether this browser keeps anything from now on. What is kept is removed immediately. */
export function setAutosave(isWanted: boolean): void {
  setPreference('keep-playground', isWanted ? 'yes' : 'no');
  write();
}

/** The content when somebody signed out. It is not kept again before it is changed, or somebody signs in. */
let left: Draft | undefined;
/** What was brought back at the start. */
let restored: StoredDraft | undefined;
let timer: number | undefined;

/** The holder of the session; '' without one. */
function holder(): string {
  const { value: current } = session;
  return current === undefined ? '' : (current.accountId ?? current.role);
}

/** Returns what the storage has, unless the session that kept it has ended. Anything may be in the storage. */
function stored(): StoredDraft | undefined {
  try {
    const json = sessionStorage.getItem(key) ?? '';
    const value: unknown = isShallow(json) ? JSON.parse(json) : undefined;
    if (!isRecord(value)) return undefined;
    const steps = recipeOf(value.steps)?.steps;
    const { input: text, holder: keptBy, fragment: shown } = value;
    if (steps === undefined || typeof text !== 'string') return undefined;
    if (typeof keptBy !== 'string' || typeof shown !== 'string') return undefined;
    if (value.session !== '' && value.session !== markedSession()) return undefined;
    const opened = openedSteps(steps);
    const isFirst = isSameWorkflow(opened, firstWorkflow);
    return { workflow: isFirst ? firstWorkflow : opened, input: text, holder: keptBy, fragment: shown };
  } catch {
    return undefined;
  }
}

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  draftState.value = untracked(written);
}

function written(): DraftState {
  const now: Draft = { workflow: workflow.value, input: input.value };
  if (canRun.value) left = undefined;
  const isLeft = now.workflow === left?.workflow && now.input === left.input;
  const isFirst = now.workflow === firstWorkflow && now.input === firstText;
  const isWanted = choice.value === 'yes';
  if (isLeft || isFirst || !isWanted) return removed(isWanted || isFirst ? 'nothing' : 'off');
  const steps = savedSteps(now.workflow).map(writtenStep);
  if (now.input.length > maxInputCharacters || JSON.stringify(steps).length > longestSteps) return removed('too long');
  try {
    const draft = {
      session: session.value?.id ?? '',
      holder: holder(),
      fragment: fragment.value,
      steps,
      input: now.input,
    };
    sessionStorage.setItem(key, JSON.stringify(draft));
    return 'saved';
  } catch {
    // The user forbids it, or it is full. Then an older text must not come back either.
    return removed('nothing');
  }
}

/** Removes what is kept. @param state - returned if the browser keeps anything at all. */
function removed(state: DraftState): DraftState {
  try {
    sessionStorage.removeItem(key);
    return state;
  } catch {
    return 'nothing';
  }
}

restored = stored();

/** The fragment of the address that belongs to what was brought back: it is no link. Undefined if nothing was. */
export const restoredFragment = restored?.fragment;

if (restored !== undefined) {
  workflow.value = restored.workflow;
  input.value = restored.input;
}

effect(() => {
  void [workflow.value, input.value, session.value, canRun.value];
  clearTimeout(timer);
  timer = setTimeout(write, writeDelayMs);
});

/** The tab may end without another chance to write. */
function writeNow(): void {
  if (timer !== undefined) write();
}

addEventListener('pagehide', writeNow);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') writeNow();
});

onSignOut(() => {
  left = { workflow: workflow.peek(), input: input.peek() };
  write();
});

onOtherUser(beginAnew);

// A link may have signed in somebody else on this tab.
effect(() => {
  if (session.value === undefined || restored === undefined) return;
  const { holder: keptBy, ...content } = restored;
  restored = undefined;
  const isShown = workflow.peek() === content.workflow || input.peek() === content.input;
  if (isShown && keptBy !== '' && keptBy !== holder()) untracked(beginAnew);
});
