import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface ResultPaneProps {
  readonly label: string;
  readonly busy: boolean;
  readonly actions?: ComponentChildren;
  /** Shown in the header, beside the name. */
  readonly beside?: ComponentChildren;
  /** Shown above the result. */
  readonly above?: ComponentChildren;
  readonly foot: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Like `TextPane`, for a result that is more than a text. */
export function ResultPane({ label, busy, actions, beside, above, foot, children }: ResultPaneProps) {
  const id = useId();
  return (
    <section class="pane" aria-labelledby={id} aria-busy={busy}>
      <div class="pane-head">
        <h2 id={id} class="pane-label">
          {label}
        </h2>
        {beside}
        <div class="pane-actions">{actions}</div>
      </div>
      {above !== undefined && <div class="pane-above">{above}</div>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well. */}
      <div class="result-body" role="group" aria-labelledby={id} tabIndex={0}>
        {children}
      </div>
      <div class="pane-foot">{foot}</div>
    </section>
  );
}
