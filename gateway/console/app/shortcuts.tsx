import { useEffect, useState } from 'preact/hooks';
import { commandKey, isDialogOpen, isWithCommand, letterOf, textFieldOf } from './parts/key-press.js';
import { Modal } from './parts/modal.js';
import { toggleFullScreen } from './parts/text-pane/full-screen.js';
import { goToToolSearch } from './parts/tool-search-focus.js';

/** The keys by where they work. */
const groups: readonly (readonly [title: string, keys: readonly (readonly [keys: string, what: string])[]])[] = [
  [
    'Everywhere',
    [
      [`/ or ${commandKey}+K`, 'Search for a tool'],
      ['?', 'Show these keys'],
      ['Escape', 'Close what is open'],
    ],
  ],
  [
    'Workflow',
    [
      [`${commandKey}+Z`, 'Undo'],
      [`${commandKey}+Shift+Z`, 'Redo'],
      ['Alt+↑ or Alt+↓', 'Move the step'],
      ['→ or ←', 'On a handle: into a group, or out'],
      [`${commandKey}+Enter`, 'Run now'],
    ],
  ],
  [
    'Texts',
    [
      [`${commandKey}+F`, 'Find in the text'],
      ['Enter or Shift+Enter', 'Next or previous match'],
      [`${commandKey}+Shift+Enter`, 'Full screen'],
      ['← or →', 'Move the edge between the texts'],
    ],
  ],
];

/** The keys that work in every view, the button that lists all keys, and the list. */
export function Shortcuts() {
  const [areShown, setShown] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event, () => setShown(true));
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        class="button quiet icon shortcuts-button"
        aria-label="Keyboard shortcuts"
        aria-haspopup="dialog"
        title="Keyboard shortcuts (?)"
        onClick={() => setShown(true)}
      >
        ?
      </button>
      {areShown && (
        <Modal title="Keyboard shortcuts" onClose={() => setShown(false)}>
          {groups.map(([title, keys]) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl class="shortcuts">
                {keys.map(([combination, what]) => (
                  <div key={combination}>
                    <dt>{what}</dt>
                    <dd>
                      <Keys combination={combination} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <p class="fine">In a text field, undo and redo first belong to the text that you type.</p>
        </Modal>
      )}
    </>
  );
}

/** `Ctrl+Z or Ctrl+Y`, with each key in its own frame. */
function Keys({ combination }: { readonly combination: string }) {
  return combination.split(/(\+| or )/).map((part) => {
    if (part === ' or ') return ' or ';
    return part === '+' ? null : <kbd key={part}>{part}</kbd>;
  });
}

function act(event: KeyboardEvent, showShortcuts: () => void): void {
  if (event.defaultPrevented || event.isComposing || isDialogOpen()) return;
  const action = actionOf(event, showShortcuts);
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function actionOf(event: KeyboardEvent, showShortcuts: () => void): (() => void) | undefined {
  if (isWithCommand(event)) {
    if (event.key === 'Enter' && event.shiftKey) return toggleFullScreen;
    return letterOf(event) === 'k' && !event.shiftKey && !isFull() ? goToToolSearch : undefined;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || textFieldOf(event) !== undefined || isFull()) return undefined;
  if (event.key === '/') return goToToolSearch;
  return event.key === '?' ? showShortcuts : undefined;
}

/** Returns whether a text fills the window: nothing else can get the focus. */
function isFull(): boolean {
  return document.querySelector('.pane[data-full]') !== null;
}
