/** To be written. */
export function ToolsView() {
  return <h1>Tools</h1>;
}
