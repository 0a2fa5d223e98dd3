import { baseUrl } from '#gateway/core/base-url.js';
import { signInAddress } from '#gateway/server/sessions/sign-in-address.js';
import type { SessionHolder } from '#gateway/server/storage/session-table.js';
import { readSupervisorState } from '#gateway/supervisor/supervisor-file.js';
import { commandAuthor } from './author.js';
import { settingsOf, withSessions } from './data-folder.js';
import { CommandError, type Io, jsonText, print, say, UsageError } from './io.js';
import { openLink } from './open-link.js';

const operator: SessionHolder = { role: 'operator', accountId: null };

export interface SignInOptions {
  readonly open?: boolean;
  readonly json?: boolean;
}

/**
 * `textmill signin`: prints a link, or opens it in the browser.
 *
 * @throws {CommandError} if the database cannot be used, or there is no browser.
 */
export async function signIn(io: Io, { open = false, json = false }: SignInOptions): Promise<void> {
  if (!open) return printLink(io, json, operator);
  if (json) throw new UsageError('--open prints no link, so --json has nothing to print');
  const { address } = await newLink(io, operator);
  await openLink(io, address, settingsOf(io).dataDir);
}

/**
 * Prints a sign-in link: `textmill signin`, `textmill accounts invite`.
 *
 * @throws {CommandError} if the database cannot be used, or the account does not exist.
 */
export async function printLink(io: Io, asJson: boolean, holder: SessionHolder): Promise<void> {
  const { address, expiresAt } = await newLink(io, holder);
  if (asJson) return print(io, jsonText({ link: address, expiresAt: new Date(expiresAt).toISOString() }));
  await print(io, `${address}\n`);
  await say(io, `textmill: the link signs in once, within ${holder.role === 'owner' ? '7 days' : '15 minutes'}\n`);
}

async function newLink(
  io: Io,
  holder: SessionHolder,
): Promise<{ readonly address: string; readonly expiresAt: number }> {
  const settings = settingsOf(io);
  const base = settings.publicUrl ?? localUrl(settings);
  const issued = await withSessions(io, (sessions) => sessions.createLink(holder, commandAuthor(io)));
  if (issued === undefined) throw new CommandError(`There is no account ${holder.accountId}`);
  return { address: signInAddress(base, issued.secret), expiresAt: issued.link.expiresAt };
}

/**
 * Returns the URL at which this machine reaches the gateway on the data folder, or the next one if none is running. The
 * running gateway may have been started with another PORT than this command.
 *
 * @throws {CommandError} if none is running, and PORT is 0.
 */
function localUrl({ dataDir, host, port, tlsCertFile }: ReturnType<typeof settingsOf>): string {
  const tls = tlsCertFile !== undefined;
  const address = readSupervisorState(dataDir)?.members?.[0]?.address;
  if (address !== undefined) {
    const colon = address.lastIndexOf(':');
    return baseUrl(address.slice(0, colon), Number(address.slice(colon + 1)), tls);
  }
  if (port === 0) {
    throw new CommandError('PORT is 0, so the address of the gateway is not known: set PORT or PUBLIC_URL');
  }
  return baseUrl(host, port, tls);
}
