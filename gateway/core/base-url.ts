/** Wildcard addresses to listen on, and the loopback address that reaches each of them. */
const anyAddress = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** Returns the URL at which this machine reaches the server. */
export function baseUrl(host: string, port: number, tls: boolean): string {
  const reachable = anyAddress.get(host) ?? host;
  // RFC 3986 section 3.2.2; the zone of a link-local address after RFC 6874.
  const authority = reachable.includes(':') ? `[${reachable.replace('%', '%25')}]` : reachable;
  return `${tls ? 'https' : 'http'}://${authority}:${port}`;
}
