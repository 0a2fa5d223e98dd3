/**
 * Returns the address that signs in with a link. Its secret is in the fragment, which browsers do not send: no log or
 * link scanner sees it.
 *
 * @param base - the scheme and host at which the browser reaches the gateway, such as `http://127.0.0.1:8080`.
 */
export function signInAddress(base: string, secret: string): string {
  return `${base}/console/#signin=${secret}`;
}
