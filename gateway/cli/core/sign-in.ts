import { baseUrl } from '../../core/base-url.js';
import { signInAddress } from '../../sessions/sign-in-address.js';
import type { SessionHolder } from '../../store/session-table.js';
import { settingsOf, withSessions } from './data-folder.js';
import { CommandError, type Io, jsonText, write } from './io.js';

/**
 * Prints a sign-in link: `textmill signin`, `textmill accounts invite`.
 *
 * @throws {CommandError} if the database cannot be used, or the account does not exist.
 */
export async function printLink(
  io: Io,
  asJson: boolean,
  holder: SessionHolder = { role: 'operator', accountId: null },
): Promise<void> {
  const { host, port, tlsCertFile, publicUrl } = settingsOf(io);
  if (port === 0 && publicUrl === undefined) {
    throw new CommandError('PORT is 0, so the address of the gateway is not known: set PORT or PUBLIC_URL');
  }
  const issued = await withSessions(io, (sessions) => sessions.createLink(holder));
  if (issued === undefined) throw new CommandError(`There is no account ${holder.accountId}`);
  const { link, secret } = issued;
  const address = signInAddress(publicUrl ?? baseUrl(host, port, tlsCertFile !== undefined), secret);
  if (asJson) return write(io.stdout, jsonText({ link: address, expiresAt: new Date(link.expiresAt).toISOString() }));
  await write(io.stdout, `${address}\n`);
  await write(
    io.stderr,
    `textmill: the link signs in once, within ${holder.role === 'owner' ? '7 days' : '15 minutes'}\n`,
  );
}
