import type { ComponentChildren } from 'preact';

export interface NoticeProps {
  readonly kind: 'info' | 'success' | 'error';
  readonly children: ComponentChildren;
  /** A button to solve the problem. */
  readonly action?: ComponentChildren;
}

/** A message. Screen readers announce an error immediately, other messages when they are idle. */
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

/** Shown where there is nothing yet, with what to do. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
