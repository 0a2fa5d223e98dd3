import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Puts the focus on the first field that is wrong when there is a problem. @returns what to give the form as its ref. */
export function useWrongField(problem: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (problem !== '') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problem]);
  return form;
}
