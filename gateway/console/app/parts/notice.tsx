import type { ComponentChildren } from 'preact';

export interface NoticeProps {
  readonly kind: 'info' | 'success' | 'error';
  readonly children: ComponentChildren;
  /** What to do about it. */
  readonly action?: ComponentChildren;
}

/** A sentence about what happened. An error is read out at once, the others when there is time. */
export function Notice({ kind, children, action }: NoticeProps) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <p>{children}</p>
      {action}
    </div>
  );
}

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing yet, and what to do. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
