import { useEffect, useState } from 'preact/hooks';

/** As long as browsers wait in their own prompts, in milliseconds. */
const settlingMs = 500;

/**
 * Whether the user can have seen what is shown: it has been there for a moment, and the page has had the focus. Another
 * page can put this one under a pointer that is about to press something else, or under the second press of two.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let timer = 0;
    const settle = () => {
      clearTimeout(timer);
      setSettled(false);
      timer = setTimeout(() => setSettled(true), settlingMs);
    };
    settle();
    addEventListener('focus', settle);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', settle);
    };
  }, []);
  return isSettled;
}
