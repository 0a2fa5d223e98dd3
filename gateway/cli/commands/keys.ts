import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Io } from '../core/io.js';

/** An integer number of seconds, or one with a unit. */
const durationUnits: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** `textmill keys`. */
export function addKeys(program: Command, io: Io): void {
  const keys = program
    .command('keys')
    .summary('create, list, revoke and change API keys')
    .description(
      'Works on the data folder (DATA_DIR) or on the database of DATABASE_URL, whether a gateway runs or not. A running ' +
        'gateway has seen the change when the command returns. No admin token is needed: whoever can write to the folder or ' +
        'the database can do everything.',
    )
    .addHelpText('after', keysExamples);

  keys
    .command('create')
    .summary('create a key; it is shown once')
    .description('Creates a key and prints only the key on standard output. Its other data goes to standard error.')
    .addOption(
      new Option('--env <environment>', 'live, or dev for pages on localhost').choices(['live', 'dev']).default('live'),
    )
    .addOption(
      new Option('--plan <plan>', 'pro, or free: 10 requests in 24 hours, run only (FREE_TIER=true)')
        .choices(['pro', 'free'])
        .default('pro'),
    )
    .option('--account <id>', 'add the key to this account, whose quota it shares; otherwise a new account is created')
    .option('--label <text>', 'a name for the key')
    .option('--origin <origin>', 'a browser origin that may use the key; can be given several times', collect, [])
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ KEY=$(textmill keys create --label "batch client")\n' +
        '  $ textmill keys create --env dev --origin https://app.example.com --json',
    )
    .action(async (options) => (await import('./key-commands.js')).createKey(io, options));

  keys
    .command('list')
    .summary('list keys, without their secrets')
    .description('Lists all keys in the order of their creation, revoked ones included, without their secrets.')
    .option('--account <id>', 'only those of one account')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./key-commands.js')).listKeys(io, options));

  keys
    .command('revoke <id...>')
    .summary('revoke keys: the next request with one is refused')
    .description('Revokes keys permanently: all that are named, or none if one of them does not exist.')
    .option('--json', 'print JSON')
    .action(async (ids, options) => (await import('./key-commands.js')).revokeKeys(io, ids, options));

  keys
    .command('rotate <id>')
    .summary('give a key a new secret, which is shown once')
    .description(
      'Gives a key a new secret, and prints only the secret on standard output. The old one expires immediately, or after --grace.',
    )
    .option(
      '--grace <duration>',
      'how long the old secret stays valid, at most 7d: 90 (seconds), 15m, 12h, 7d',
      parseDuration,
      0,
    )
    .option('--json', 'print JSON')
    .action(async (id, options) => (await import('./key-commands.js')).rotateKey(io, id, options));

  keys
    .command('origins <id> [origin...]')
    .summary('show the browser origins of a key, or replace them')
    .description('Shows the origins from which browsers may use a key; with arguments, replaces them.')
    .option('--clear', 'remove all origins')
    .option('--json', 'print JSON')
    .action(async (id, origins, options) => (await import('./key-commands.js')).keyOrigins(io, id, origins, options));

  keys
    .command('label <id> [text]')
    .summary('show the label of a key, or change it')
    .description('Shows the label of a key; with a text, sets it.')
    .option('--clear', 'remove the label')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill keys label key_4Qm8… "nightly import"\n  $ textmill keys label key_4Qm8… --clear',
    )
    .action(async (id, text, options) => (await import('./key-commands.js')).keyLabel(io, id, text, options));
}

const keysExamples = `
Examples:
  $ KEY=$(textmill keys create --label "batch client")
  $ textmill keys list
  $ textmill keys rotate key_4Qm8… --grace 1d
  $ textmill keys origins key_4Qm8… https://app.example.com https://www.example.com
  $ textmill keys label key_4Qm8… "nightly import"
  $ textmill keys revoke key_4Qm8…`;

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function parseDuration(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,7})([smhd]?)$/.exec(text) ?? [];
  if (digits === '') throw new InvalidArgumentError('It takes seconds, or a number with s, m, h or d, such as 12h.');
  return Number(digits) * (durationUnits[unit] ?? 1);
}
