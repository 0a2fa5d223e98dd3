/** To be written. */
export function UsageView() {
  return <h1>Usage</h1>;
}
