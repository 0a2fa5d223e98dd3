import { useAction } from '../../parts/action.js';
import { useWrongField } from '../../parts/wrong-field.js';
import { sendAsOperator } from '../../session/credentials.js';
import { OriginsField } from './create-key.js';
import { keyDraft } from './dialogs.js';
import { type Key, nameOf } from './key.js';
import { announcement, noteKey } from './key-list.js';
import type { OfDraft } from './manage-key.js';
import { originProblem, readOriginLines } from './origin-lines.js';
import { SaveRow } from './save-row.js';

/** From which pages a key may be used. */
export function EditOrigins({ draft, managed }: OfDraft) {
  const action = useAction();
  const form = useWrongField(action.problem);
  const submit = async (event: Event) => {
    event.preventDefault();
    const read = readOriginLines(draft.origins);
    if ('problem' in read) return action.say(read.problem);
    await action.run(async () => {
      const changed = await sendAsOperator<Key>('PUT', `/keys/${managed.id}/origins`, { body: read });
      noteKey(changed);
      // As the gateway has them: in lower case, each once.
      keyDraft.value = keyDraft.value && { ...keyDraft.value, origins: changed.origins.join('\n') };
      announcement.value = `${nameOf(changed)} has its new origins.`;
    }, 'Saved');
  };
  return (
    <form ref={form} class="key-part" onSubmit={submit} noValidate>
      <OriginsField
        value={draft.origins}
        error={originProblem(action.problem, draft.origins)}
        onInput={(origins) => {
          keyDraft.value = { ...draft, origins };
          action.say();
        }}
      />
      <SaveRow name="origins" action={action} isChanged={draft.origins !== managed.origins.join('\n')} />
    </form>
  );
}
