import { useAction } from '../../parts/action.js';
import { Field } from '../../parts/field.js';
import { useWrongField } from '../../parts/wrong-field.js';
import { keyDraft, type OfDraft } from './dialogs.js';
import { type Key, nameOf } from './key.js';
import { announcement, changeKey, noteKey } from './key-list.js';
import { SaveRow } from './save-row.js';

/** Edits the label of a key. */
export function EditLabel({ draft, managed }: OfDraft) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const label = draft.label.trim();
  const submit = async (event: Event) => {
    event.preventDefault();
    await action.run(async () => {
      const body = { label: label === '' ? null : label };
      const changed = await changeKey<Key>('PUT', managed, '/label', body);
      noteKey(changed);
      announcement.value = `${nameOf(changed)} has its new label.`;
    }, 'Saved');
  };
  return (
    <form ref={form} class="key-part" onSubmit={submit} noValidate>
      <Field label="Label" error={action.problem}>
        {(ids) => (
          <input
            {...ids}
            autocomplete="off"
            value={draft.label}
            onInput={({ currentTarget }) => {
              keyDraft.value = { ...draft, label: currentTarget.value };
              action.say();
            }}
          />
        )}
      </Field>
      <SaveRow name="label" action={action} isChanged={label !== (managed.label ?? '')} />
    </form>
  );
}
