import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { FieldIds } from '../parts/field.js';
import type { ControlProps } from './control.js';

interface OptionFrameProps extends Pick<ControlProps, 'label' | 'help' | 'facts' | 'problem'> {
  /** Whether the control needs the whole width. */
  readonly isWide?: boolean;
  /** Whether it is made of several inputs, which then have labels of their own. */
  readonly isGroup?: boolean;
  readonly children: (ids: FieldIds) => ComponentChildren;
}

/** The name of an option and its facts, its control, and below it what it does, or what is wrong. */
export function OptionFrame({
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
  const name = isGroup ? <span class="option-name">{label}</span> : <label for={id}>{label}</label>;
  const head = (
    <>
      {name}
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

/** What an option is for or, in its place so that nothing moves, what is wrong with it. */
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
