/** Sends a request with the session or the admin token. */
export type SendAsManager = <Body>(method: string, path: string, body?: object) => Promise<Body>;

/**
 * Recognises the key that the console has created for itself. Only that key is given a new secret: labels are free, and
 * a user's own key may have the same one.
 */
const consoleKey = { plan: 'pro', environment: 'dev', label: 'Textmill console' } as const;
/**
 * The account of the operator's key. The console creates keys in the accounts of owners, too: in one of these, the texts of
 * the operator would use up the quota of a customer, who would see the workflows that the operator stores.
 */
const consoleAccount = { plan: 'pro', name: 'Textmill console', externalId: 'textmill-console' } as const;
/** How long the old secret stays valid when another page rotates the console's key, in seconds: a day. */
const graceSeconds = 86_400;

interface KeyDocument {
  readonly id: string;
  readonly plan: string;
  readonly environment: string;
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
  readonly enabled: boolean;
}

/**
 * Returns a secret of the console's own key, which is created if there is none.
 *
 * @param isOwner - an owner's key is one of the own account, and has its plan.
 */
export async function issueConsoleKey(send: SendAsManager, isOwner: boolean): Promise<string> {
  const path = isOwner ? '/account/keys' : '/keys';
  const accountId = isOwner ? '' : await operatorAccount(send);
  const list = `${path}?limit=1000${isOwner ? '' : `&accountId=${accountId}`}`;
  const existing = await findConsoleKey(send, list);
  const { plan: _, ...own } = consoleKey;
  const issued = await (existing === undefined
    ? send<{ key: string }>('POST', path, isOwner ? own : { ...consoleKey, accountId })
    : send<{ key: string }>('POST', `${path}/${existing.id}/rotate`, { graceSeconds }));
  return issued.key;
}

/** Returns the id of the operator's account for the console, which is created if there is none. */
async function operatorAccount(send: SendAsManager): Promise<string> {
  const find = async () => {
    const path = `/accounts?externalId=${consoleAccount.externalId}`;
    const [account] = (await send<{ accounts: { id: string }[] }>('GET', path)).accounts;
    return account?.id;
  };
  const existing = await find();
  if (existing !== undefined) return existing;
  try {
    return (await send<{ id: string }>('POST', '/accounts', consoleAccount)).id;
  } catch (error) {
    // Another page may have created it.
    const other = await find();
    if (other === undefined) throw error;
    return other;
  }
}

/** @param list - its address, without the place to begin at. */
async function findConsoleKey(send: SendAsManager, list: string): Promise<KeyDocument | undefined> {
  let after = '';
  for (;;) {
    const page = await send<{ keys: KeyDocument[]; next: string | null }>('GET', list + after);
    const found = page.keys.find(isConsoleKey);
    if (found !== undefined || page.next === null) return found;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

/** Whether a key is the console's. One that has ended or is disabled has a successor. */
function isConsoleKey({ plan, environment, label, origins, revokedAt, expiresAt, enabled }: KeyDocument): boolean {
  const isAlike = plan === consoleKey.plan && environment === consoleKey.environment && label === consoleKey.label;
  const hasEnded = revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());
  return isAlike && origins.length === 0 && !hasEnded && enabled;
}
