import { userInfo } from 'node:os';
import { systemClock } from '#gateway/core/clock.js';
import type { Author } from '#gateway/server/storage/author.js';
import type { Io } from './io.js';

/** Longest name that the audit log gets. */
const longestName = 64;

/** Returns the author of what a command changes: the user who runs it, and who has called sudo for that. */
export function commandAuthor({ environment }: Pick<Io, 'environment'>): Author {
  const user = userName();
  const { SUDO_USER: caller } = environment;
  const name = caller === undefined || caller === '' || caller === user ? user : `${plain(caller)} as ${user}`;
  return { kind: 'command-line', user: name, at: systemClock.now() };
}

function userName(): string {
  try {
    return plain(userInfo().username);
  } catch {
    // A container may run as a user without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

function plain(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, '?').slice(0, longestName);
}
