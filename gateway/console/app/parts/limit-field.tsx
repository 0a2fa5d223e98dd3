import { Field } from './field.js';

/** A limit as the user chooses it. */
export interface LimitDraft {
  readonly kind: 'setting' | 'none' | 'number';
  /** As typed; kept while another kind is chosen. */
  readonly number: string;
}

/** @param limit - 0 for none, null for the setting. */
export function limitDraft(limit: number | null): LimitDraft {
  const kind = limit === null ? 'setting' : limit === 0 ? 'none' : 'number';
  return { kind, number: limit ? String(limit) : '' };
}

/** Returns the limit in the form of {@link limitDraft}; NaN if what is typed is no whole number above 0. */
export function readLimit({ kind, number }: LimitDraft): number | null {
  if (kind === 'setting') return null;
  if (kind === 'none') return 0;
  return /^0*[1-9]\d*$/.test(number.trim()) ? Number(number) : Number.NaN;
}

/** What is wrong with a limit that {@link readLimit} cannot read. */
export const wrongLimit = 'must be a whole number above 0';

export interface LimitFieldProps {
  readonly label: string;
  readonly help: string;
  /** What null stands for. */
  readonly setting: string;
  /** Whether there may be no limit at all. */
  readonly mayBeNone?: boolean;
  readonly value: LimitDraft;
  readonly error: string;
  readonly onInput: (value: LimitDraft) => void;
}

/** A limit: the setting, none, or a number. */
export function LimitField({ label, help, setting, mayBeNone = true, value, error, onInput }: LimitFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => (
        <div class="limit">
          <select
            {...ids}
            aria-invalid={value.kind === 'number' ? undefined : ids['aria-invalid']}
            value={value.kind}
            onChange={({ currentTarget }) => onInput({ ...value, kind: currentTarget.value as LimitDraft['kind'] })}
          >
            <option value="setting">{setting}</option>
            {mayBeNone && <option value="none">No limit</option>}
            <option value="number">A number</option>
          </select>
          {value.kind === 'number' && (
            <input
              aria-label={`${label}, as a number`}
              aria-invalid={ids['aria-invalid']}
              aria-describedby={ids['aria-describedby']}
              inputMode="numeric"
              autocomplete="off"
              value={value.number}
              onInput={({ currentTarget }) => onInput({ ...value, number: currentTarget.value })}
            />
          )}
        </div>
      )}
    </Field>
  );
}
