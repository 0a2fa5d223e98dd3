import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** The attributes that connect an input with its label, help and error. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: ComponentChildren;
  readonly help?: ComponentChildren;
  readonly error?: string | undefined;
  /** Renders the input with these attributes. */
  readonly children: (ids: FieldIds) => ComponentChildren;
}

/** A label, an input, and a line of help or error below it, so that nothing moves when it changes. */
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
