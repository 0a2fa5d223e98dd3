import { isIP } from 'node:net';

export interface HostCheckParts {
  /** Where the gateway listens (HOST). */
  readonly listeningHost: string;
  /** The serialised origin under which browsers reach the gateway (PUBLIC_URL), asked for each time. */
  readonly publicUrl: () => string | undefined;
  /** Further names (MCP_HOSTS) in lower case, asked for each time. */
  readonly names: () => readonly string[];
}

/**
 * Makes the check of the `Host` under which agents may reach the gateway, on any port: against DNS rebinding, with which
 * a page gives a name of its own the gateway's address. An address that is written as such is no name, so nobody can
 * rebind it. A client that is no browser can send any `Host`: this protects people who have one, not the gateway.
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

/** The host without its port, in lower case, without the dot that a full name may end with; undefined if it is none. */
function nameOf(host: string): string | undefined {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;
}
