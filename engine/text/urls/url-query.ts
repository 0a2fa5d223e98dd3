/** Returns the place of the query, without its `?`: before the first `#`. `start` is -1 if there is none. */
export function queryOf(url: string): { start: number; end: number } {
  const hash = url.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  const mark = url.indexOf('?');
  return { start: mark === -1 || mark > end ? -1 : mark + 1, end };
}
