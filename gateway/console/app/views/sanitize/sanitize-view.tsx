/** To be written. */
export function SanitizeView() {
  return <h1>Sanitize URLs</h1>;
}
