import { isIP } from 'node:net';

export interface HostCheckParts {
  /** The address that the gateway listens on (HOST). */
  readonly listeningHost: string;
  /** The serialised origin for browsers (PUBLIC_URL), read for each request. */
  readonly publicUrl: () => string | undefined;
  /** Other names (MCP_HOSTS) in lower case, read for each request. */
  readonly names: () => readonly string[];
}

/**
 * Returns the check of the `Host` header of agents, on any port. It prevents DNS rebinding, where a page makes its own
 * name resolve to the gateway's address. An IP address is not a name, so it cannot be rebound. A client that is not a
 * browser can send any `Host`: this check protects users of browsers, not the gateway.
 *
 * Source: the protocol's rules on its transport over HTTP, "Security Warning".
 */
export function createHostCheck({ listeningHost, publicUrl, names }: HostCheckParts): (host: string) => boolean {
  const own = listeningHost.toLowerCase();
  return (host) => {
    const name = nameOf(host);
    if (name === undefined) return false;
    if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
    if (name === 'localhost' || name.endsWith('.localhost') || name === own) return true;
    const url = publicUrl();
    return (url !== undefined && name === new URL(url).hostname) || names().includes(name);
  };
}

/** Returns the host without port and trailing dot, in lower case; undefined if the header is invalid. */
function nameOf(host: string): string | undefined {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;
}
