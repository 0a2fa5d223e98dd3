/** Runs something after a time in milliseconds. Returns a function that prevents it. */
export type Later = (ms: number, run: () => void) => () => void;

export const laterByTimer: Later = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
