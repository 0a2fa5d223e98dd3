import { type ReadonlySignal, signal } from '@preact/signals';

/** The text of a view. It lives as long as the page: it stays when the user returns from another view. */
export interface ListInput {
  /** Whether the view is shown: only then it sends anything. */
  readonly isShown: ReadonlySignal<boolean>;
  readonly text: ReadonlySignal<string>;
  /** Why a file was refused; '' if none was. */
  readonly fileProblem: ReadonlySignal<string>;
  /** Notes that the view is shown. @returns a function that notes its end. */
  show(): () => void;
  /** Takes a text that is typed, or read from a file. */
  type(text: string): void;
  /** Takes a text that the page offers. */
  replace(text: string): void;
  /** Says why a file was refused. */
  refuse(reason: string): void;
}

/** @param sample - the first text. */
export function createListInput(sample: string): ListInput {
  const isShown = signal(false);
  const text = signal(sample);
  const fileProblem = signal('');
  return {
    isShown,
    text,
    fileProblem,
    show() {
      isShown.value = true;
      return () => {
        isShown.value = false;
      };
    },
    type(typed) {
      fileProblem.value = '';
      text.value = typed;
    },
    replace(offered) {
      text.value = offered;
    },
    refuse(reason) {
      fileProblem.value = reason;
    },
  };
}
