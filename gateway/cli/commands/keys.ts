import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Io } from '../core/io.js';
import { limit } from './whole-number.js';

/** An integer number of seconds, or one with a unit. */
const durationUnits: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** `textmill keys`. */
export function addKeys(program: Command, io: Io): void {
  const keys = program
    .command('keys')
    .summary('create, list, limit, revoke and change API keys')
    .description(
      'Works on the data folder (DATA_DIR) or on the database of DATABASE_URL, whether a gateway runs or not. A running ' +
        'gateway has seen the change when the command returns. No admin token is needed: whoever can write to the folder or ' +
        'the database can do everything.',
    )
    .addHelpText('after', keysExamples);

  addLimits(
    keys
      .command('create')
      .summary('create a key; it is shown once')
      .description('Creates a key and prints only the key on standard output. Its other data goes to standard error.')
      .addOption(
        new Option('--env <environment>', 'live, or dev for pages on localhost')
          .choices(['live', 'dev'])
          .default('live'),
      )
      .addOption(
        new Option('--plan <plan>', 'pro, or free: 10 requests in 24 hours, run only (FREE_TIER=true)')
          .choices(['pro', 'free'])
          .default('pro'),
      )
      .option(
        '--account <id>',
        'add the key to this account, whose quota it shares; otherwise a new account is created',
      )
      .option('--label <text>', 'a name for the key')
      .option('--origin <origin>', 'a browser origin that may use the key; can be given several times', collect, []),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ KEY=$(textmill keys create --label "batch client")\n' +
        '  $ textmill keys create --env dev --origin https://app.example.com --json\n' +
        '  $ textmill keys create --account acc_9hR3… --expires 90d --operations run --addresses 192.0.2.0/24',
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

  addLimits(
    keys
      .command('limits <id>')
      .summary('show what a key may be used for, or limit it')
      .description(
        'Shows what a key may be used for; with options, changes the limits that you have set. What you leave out stays, and ' +
          'the owner of the account may have narrowed them further. A key that has expired works again with a later end.',
      ),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill keys limits key_4Qm8… --expires 2027-01-31T00:00:00Z --burst 600\n' +
        '  $ textmill keys limits key_4Qm8… --operations run,sanitize --addresses 192.0.2.0/24,2001:db8::/32\n' +
        '  $ textmill keys limits key_4Qm8… --expires never --burst default --operations all --addresses all',
    )
    .action(async (id, options) => (await import('./key-commands.js')).keyLimits(io, id, options));

  for (const [verb, enabled, effect] of [
    ['disable', false, 'the next request with one is refused'],
    ['enable', true, 'they are accepted again'],
  ] as const) {
    keys
      .command(`${verb} <id...>`)
      .summary(`${verb} keys: ${effect}`)
      .description(`All that are named, or none if one of them does not exist: ${effect}.`)
      .option('--json', 'print JSON')
      .addHelpText('after', `\nExample:\n  $ textmill keys ${verb} key_4Qm8…`)
      .action(async (ids, options) => (await import('./key-commands.js')).enableKeys(io, ids, enabled, options));
  }

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
  $ textmill keys limits key_4Qm8… --expires 90d --operations run
  $ textmill keys origins key_4Qm8… https://app.example.com https://www.example.com
  $ textmill keys label key_4Qm8… "nightly import"
  $ textmill keys revoke key_4Qm8…`;

/** What a key may be used for. Each option takes a word for no limit of its own. */
function addLimits(command: Command): Command {
  return command
    .option('--expires <when>', 'when the key ends: a date and time with a zone, 12h or 90d from now, or never')
    .option('--burst <requests>', 'requests per minute; 0 for no limit, default for that of the account', limit)
    .option('--operations <list>', 'what it may be used for: run, sanitize, sort-dedupe, with commas between; or all')
    .option('--addresses <list>', 'networks from which it may be used, with commas between; or all');
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function parseDuration(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,7})([smhd]?)$/.exec(text) ?? [];
  if (digits === '') throw new InvalidArgumentError('It takes seconds, or a number with s, m, h or d, such as 12h.');
  return Number(digits) * (durationUnits[unit] ?? 1);
}
