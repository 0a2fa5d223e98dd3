/** Sends a request with the session or the admin token. */
export type SendAsManager = <Body>(method: string, path: string, body?: object) => Promise<Body>;

/**
 * Recognises the key that the console has created for itself. Only that key is given a new secret: labels are free, and
 * a user's own key may have the same one.
 */
const consoleKey = { plan: 'pro', environment: 'dev', label: 'Textmill console' } as const;
/** How long the old secret stays valid when another page rotates the console's key, in seconds: a day. */
const graceSeconds = 86_400;

interface KeyDocument {
  readonly id: string;
  readonly plan: string;
  readonly environment: string;
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly revokedAt: string | null;
}

/**
 * Returns a secret of the console's own key, which is created if there is none.
 *
 * @param isOwner - an owner's key is one of the own account, and has its plan.
 */
export async function issueConsoleKey(send: SendAsManager, isOwner: boolean): Promise<string> {
  const path = isOwner ? '/account/keys' : '/keys';
  const existing = await findConsoleKey(send, path);
  const { plan: _, ...own } = consoleKey;
  const issued = await (existing === undefined
    ? send<{ key: string }>('POST', path, isOwner ? own : consoleKey)
    : send<{ key: string }>('POST', `${path}/${existing.id}/rotate`, { graceSeconds }));
  return issued.key;
}

async function findConsoleKey(send: SendAsManager, path: string): Promise<KeyDocument | undefined> {
  let after = '';
  for (;;) {
    const page = await send<{ keys: KeyDocument[]; next: string | null }>('GET', `${path}?limit=1000${after}`);
    const found = page.keys.find(isConsoleKey);
    if (found !== undefined || page.next === null) return found;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

function isConsoleKey({ plan, environment, label, origins, revokedAt }: KeyDocument): boolean {
  const isAlike = plan === consoleKey.plan && environment === consoleKey.environment && label === consoleKey.label;
  return isAlike && origins.length === 0 && revokedAt === null;
}
