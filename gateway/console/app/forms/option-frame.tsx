import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { FieldIds } from '../parts/field.js';
import type { ControlProps } from './control.js';

interface OptionFrameProps extends Pick<ControlProps, 'name' | 'label' | 'help' | 'facts' | 'problem'> {
  /** Whether the control needs the whole width. */
  readonly isWide?: boolean;
  /** Whether it has several inputs, each with its own label. */
  readonly isGroup?: boolean;
  readonly children: (ids: FieldIds) => ComponentChildren;
}

/** The name and notes of an option, its control, and below it the description or error. */
export function OptionFrame({
  name,
  label,
  help,
  facts,
  problem,
  isWide = false,
  isGroup = false,
  children,
}: OptionFrameProps) {
  const id = useId();
  const ids: FieldIds = {
    id,
    'aria-describedby': problem === '' && help === '' ? undefined : `${id}-hint`,
    'aria-invalid': problem === '' ? undefined : true,
  };
  const className = isWide ? 'option wide' : 'option';
  const title = isGroup ? (
    <span class="option-name" title={name}>
      {label}
    </span>
  ) : (
    <label for={id} title={name}>
      {label}
    </label>
  );
  const head = (
    <>
      {title}
      <span class="option-facts" title={facts}>
        {facts}
      </span>
    </>
  );
  const hint = <OptionHint id={`${id}-hint`} help={help} problem={problem} />;
  if (isGroup) {
    return (
      <fieldset class={className} aria-describedby={ids['aria-describedby']}>
        <legend class="option-head">{head}</legend>
        {children(ids)}
        {hint}
      </fieldset>
    );
  }
  return (
    <div class={className}>
      <div class="option-head">{head}</div>
      {children(ids)}
      {hint}
    </div>
  );
}

/** The description of an option or, in the same place so that nothing moves, its error. */
export function OptionHint({
  id,
  help,
  problem,
}: {
  readonly id: string;
  readonly help: string;
  readonly problem: string;
}) {
  return (
    <div id={id} class="option-hint">
      {problem !== '' && <p class="wrong">{problem}</p>}
      {help !== '' && <p>{help}</p>}
    </div>
  );
}
