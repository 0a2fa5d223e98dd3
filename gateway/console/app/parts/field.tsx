import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** What connects an input with its label, its help and its error. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: ComponentChildren;
  readonly help?: ComponentChildren;
  readonly error?: string | undefined;
  /** Makes the input, which takes these attributes. */
  readonly children: (ids: FieldIds) => ComponentChildren;
}

/** A label, an input, and a line of help or what is wrong: below it, so that nothing moves when it changes. */
export function Field({ label, help, error = '', children }: FieldProps) {
  const id = useId();
  const hint = `${id}-hint`;
  const isWithHint = error !== '' || help !== undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': isWithHint ? hint : undefined,
        'aria-invalid': error === '' ? undefined : true,
      })}
      {isWithHint && (
        <p id={hint} class={error === '' ? 'hint' : 'hint wrong'}>
          {error === '' ? help : error}
        </p>
      )}
    </div>
  );
}
