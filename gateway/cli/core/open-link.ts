import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanUpAtEnd } from './clean-up.js';
import { CommandError, type Io, say } from './io.js';

/** The program that opens a file in the user's browser. */
const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';

/** How long the page stays, in milliseconds: a browser that starts on a busy machine reads it after some seconds. */
const pageMs = 20_000;

/** How long to wait for the opener, in milliseconds. Some end only with the browser. */
const openerMs = 5_000;

/**
 * Opens a link that is a secret in the user's browser. Other users can see the arguments of programs, so the argument is
 * a page that only this user can read, and that leads to the link. Resolves when the page is removed.
 *
 * @param dataDir - where the page is written, if that is possible: some browsers may not read the system's temporary folder.
 * @throws {CommandError} if there is no browser.
 */
export async function openLink(io: Io, link: string, dataDir: string): Promise<void> {
  const folder = mkdtempSync(join(isWritable(dataDir) ? dataDir : tmpdir(), 'signin-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const cancelCleanUp = cleanUpAtEnd(remove);
  try {
    const page = join(folder, 'sign-in.html');
    writeFileSync(page, pageTo(link), { mode: 0o600, flag: 'wx' });
    const failure = await failureOf(page, io);
    if (failure !== undefined) {
      throw new CommandError(
        `No browser could be opened (${failure}). Without --open, the command prints the link: open it in a browser ` +
          'yourself. For a browser on another machine, forward the port first: ssh -L 8080:127.0.0.1:8080 HOST',
      );
    }
    await say(io, 'textmill: the link is in your browser, and signs in once, within 15 minutes\n');
    await wait(pageMs);
  } finally {
    remove();
    cancelCleanUp();
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns a page that leads to a link. No referrer: the page's own address is nobody's business. */
function pageTo(link: string): string {
  const escaped = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${escaped}">
<title>Textmill</title>
<p><a href="${escaped}">Open the console</a></p>
`;
}

/** Opens a page in the browser. @returns why that failed; undefined if it did not, as far as can be told. */
function failureOf(page: string, { environment }: Io): Promise<string | undefined> {
  return new Promise((resolve) => {
    // In a session of its own: Ctrl-C ends this command, and not a browser that it has started.
    const child = spawn(opener, [page], { detached: true, stdio: 'ignore', env: environment });
    const timer = setTimeout(() => ended(undefined), openerMs);
    const ended = (failure: string | undefined): void => {
      clearTimeout(timer);
      child.unref();
      resolve(failure);
    };
    child.on('error', ({ message }) => ended(message));
    child.on('exit', (status) => ended(status === 0 ? undefined : `${opener} failed with status ${status}`));
  });
}
