import type { Span } from '../../../text/span.js';
import { isMask, noPassword } from './values.js';

/** `-u ada:crickets`, `--user "ada:crickets"`, `--user ada:'crickets'`. */
const userOption =
  /(?<!\S)-(?:u[ \t]{0,5}|-user(?:=|[ \t]{1,5}))(?:"[^"\r\n:]{0,100}:(?<double>[^"\r\n]{1,400})"|'[^'\r\n:]{0,100}:(?<single>[^'\r\n]{1,400})'|[^\s:"'<]{1,100}:(?:(?<quote>["'])(?<quoted>[^"'\r\n]{1,400})\k<quote>|(?<bare>[^\s"';|&]{1,400})))/dg;

/** `-pcrickets`, `-p crickets`, `-a "crickets"`. */
const letterOption =
  /(?<!\S)-(?<letter>[ap])(?<gap>[ \t]{0,5})(?:"(?<double>[^"\r\n]{1,400})"|'(?<single>[^'\r\n]{1,400})'|(?<bare>(?![-"'])[^\s"';|&]{1,400}))/dg;

/** By what follows the letter: mysql takes what touches it, and asks for a password without it. */
const programs: Readonly<Record<string, RegExp>> = {
  a: /\bredis-cli\b/,
  p: /\bsshpass[ \t]{1,5}$|\b(?:docker|podman|nerdctl|buildah|skopeo)[ \t]{1,5}login\b|\bhelm[ \t]{1,5}registry[ \t]{1,5}login\b/,
  'p touching': /\bsshpass[ \t]{1,5}$|\b(?:mysql|mariadb)(?:dump|admin|import|check|-dump|-admin)?\b/,
};

/** Finds the passwords that programs take in options without a name that says so, in time linear in the text. */
export function* commandPasswords(text: string): Generator<Span> {
  for (const { index, indices } of text.matchAll(userOption)) {
    const value = firstOf(indices?.groups ?? {});
    if (value !== undefined && isPassword(text, value) && /\bcurl\b/.test(commandBefore(text, index))) yield value;
  }
  for (const { index, indices, groups } of text.matchAll(letterOption)) {
    const value = firstOf(indices?.groups ?? {});
    if (value === undefined || !isPassword(text, value)) continue;
    const { letter = '', gap } = groups ?? {};
    const program = programs[letter === 'p' && gap === '' ? 'p touching' : letter];
    if (program?.test(commandBefore(text, index))) yield value;
  }
}

function firstOf({ double, single, quoted, bare }: Record<string, [number, number] | undefined>): Span | undefined {
  const found = double ?? single ?? quoted ?? bare;
  return found && { start: found[0], end: found[1] };
}

/** A variable of a shell, a placeholder or the word itself is no password. */
function isPassword(text: string, { start, end }: Span): boolean {
  const value = text.slice(start, end);
  return !isMask(value) && !/^\$[\w{(]/.test(value) && !noPassword.test(value);
}

const longestCommand = 600;

/** The command up to this place; a backslash before a line end continues it. */
function commandBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - longestCommand), at);
  return before.split(/(?<!\\)\r?\n|[;|](?=[ \t])|&&/).at(-1) ?? '';
}
