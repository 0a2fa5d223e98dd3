import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Focuses the first invalid field when there is a problem. @returns the ref of the form. */
export function useWrongField(problem: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (problem !== '') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problem]);
  return form;
}
