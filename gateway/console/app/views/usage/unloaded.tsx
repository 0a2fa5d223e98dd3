import { Notice } from '../../parts/notice.js';

export interface UnloadedProps {
  /** What is loading: `accounts`. */
  readonly what: string;
  /** Why it has not come; '' if it still may. */
  readonly problem: string;
  readonly class?: string;
}

/** In the place of numbers until they have come. */
export function Unloaded({ what, problem, class: name = 'usage-skeleton' }: UnloadedProps) {
  if (problem !== '') return <Notice kind="error">{problem}</Notice>;
  return (
    <div class={name} role="status">
      <span class="off-screen">Loading the {what}…</span>
    </div>
  );
}
