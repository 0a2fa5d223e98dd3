/** To be written. */
export function KeysView() {
  return <h1>Keys</h1>;
}
