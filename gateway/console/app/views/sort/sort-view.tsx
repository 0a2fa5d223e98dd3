/** To be written. */
export function SortView() {
  return <h1>Sort and dedupe</h1>;
}
