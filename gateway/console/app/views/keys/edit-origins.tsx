import { useAction } from '../../parts/action.js';
import { useWrongField } from '../../parts/wrong-field.js';
import { OriginsField } from './create-key.js';
import { isOpen, keyDraft, type OfDraft } from './dialogs.js';
import { type Key, nameOf } from './key.js';
import { announcement, changeKey, noteKey } from './key-list.js';
import { originProblem, readOriginLines } from './origin-lines.js';
import { SaveRow } from './save-row.js';

/** Edits the origins that may use a key. */
export function EditOrigins({ draft, managed }: OfDraft) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const submit = async (event: Event) => {
    event.preventDefault();
    const read = readOriginLines(draft.origins);
    if ('problem' in read) return action.say(read.problem);
    await action.run(async () => {
      const changed = await changeKey<Key>('PUT', managed, '/origins', read);
      noteKey(changed);
      const open = keyDraft.peek();
      // Shows the origins as the gateway stores them, unless the user has typed since, or opened another key.
      if (open !== undefined && isOpen(managed.id) && open.origins === draft.origins) {
        keyDraft.value = { ...open, origins: changed.origins.join('\n') };
      }
      announcement.value = `${nameOf(changed)} has its new origins.`;
    }, 'Saved');
  };
  return (
    <form ref={form} class="key-part" onSubmit={submit} noValidate>
      <OriginsField
        value={draft.origins}
        error={originProblem(action, draft.origins)}
        onInput={(origins) => {
          keyDraft.value = { ...draft, origins };
          action.say();
        }}
      />
      <SaveRow name="origins" action={action} isChanged={draft.origins !== managed.origins.join('\n')} />
    </form>
  );
}
