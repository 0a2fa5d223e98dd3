import { type Command, Option } from 'commander';
import type { Io } from '../core/io.js';
import { limit } from './whole-number.js';

/** `textmill accounts`. */
export function addAccounts(program: Command, io: Io): void {
  const accounts = program
    .command('accounts')
    .summary('create, show and limit accounts, and invite their owners')
    .description(
      'An account has keys, which share its daily quota. Works on the data folder (DATA_DIR) or on the database of ' +
        'DATABASE_URL, as textmill keys does. Owners manage their own keys in the console, once you have invited them.',
    )
    .addHelpText('after', accountsExamples);

  addLimits(
    accounts
      .command('create')
      .summary('create an account without keys; prints its id')
      .description(
        'Creates an account and prints only its id on standard output. Its other data goes to standard error.',
      )
      .addOption(
        new Option('--plan <plan>', 'pro, or free: 10 requests in 24 hours, run only (FREE_TIER=true)')
          .choices(['pro', 'free'])
          .default('pro'),
      )
      .option('--name <text>', 'a name for the account')
      .option('--external-id <id>', 'your own id of the customer; no two accounts have the same'),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ ACCOUNT=$(textmill accounts create --name "Example Ltd" --external-id 1042)\n' +
        '  $ textmill keys create --account "$ACCOUNT"',
    )
    .action(async (options) => (await import('./account-commands.js')).createAccount(io, options));

  accounts
    .command('list')
    .summary('list accounts')
    .description('Lists all accounts in the order of their creation.')
    .option('--external-id <id>', 'only the one with your own id of the customer')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill accounts list\n  $ textmill accounts list --external-id 1042 --json',
    )
    .action(async (options) => (await import('./account-commands.js')).listAccounts(io, options));

  accounts
    .command('show <account>')
    .summary('show an account: its name, limits and number of active keys')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ textmill accounts show acc_9hR3…')
    .action(async (id, options) => (await import('./account-commands.js')).showAccount(io, id, options));

  accounts
    .command('rename <account> [name]')
    .summary('give an account another name')
    .description('Gives an account another name, or none with --clear.')
    .option('--clear', 'remove the name')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ textmill accounts rename acc_9hR3… "Example Ltd"')
    .action(async (id, name, options) => (await import('./account-commands.js')).renameAccount(io, id, name, options));

  addLimits(
    accounts
      .command('limits <account>')
      .summary('change the limits of an account')
      .description('Changes the limits of an account; what you leave out stays. The next request counts against them.'),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill accounts limits acc_9hR3… --daily-quota 20000 --burst 600\n' +
        '  $ textmill accounts limits acc_9hR3… --daily-quota default',
    )
    .action(async (id, options) => (await import('./account-commands.js')).limitAccount(io, id, options));

  for (const [verb, enabled, effect] of [
    ['disable', false, 'the next request with one of its keys is refused, and its owner is kept out'],
    ['enable', true, 'its keys and its owner are admitted again'],
  ] as const) {
    accounts
      .command(`${verb} <account>`)
      .summary(`${verb} an account: ${effect}`)
      .option('--json', 'print JSON')
      .addHelpText('after', `\nExample:\n  $ textmill accounts ${verb} acc_9hR3…`)
      .action(async (id, options) => (await import('./account-commands.js')).enableAccount(io, id, enabled, options));
  }

  accounts
    .command('invite <account>')
    .summary('print a link that signs the owner of an account in, once')
    .description(
      'Prints a link for the owner of an account. It works once, within 7 days. The owner sees the plan, the quota and the ' +
        'usage of this account, and manages its keys. The link has the address of PUBLIC_URL, or else the one at which this ' +
        'machine reaches the gateway.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ textmill accounts list\n  $ textmill accounts invite acc_9hR3…')
    .action(async (accountId: string, { json = false }: { json?: boolean }) =>
      (await import('../core/sign-in.js')).printLink(io, json, { role: 'owner', accountId }),
    );
}

function addLimits(command: Command): Command {
  return command
    .option('--daily-quota <requests>', 'requests in 24 hours; 0 for no limit, default for DAILY_QUOTA', limit)
    .option('--burst <requests>', 'requests per minute of each key; 0 for no limit, default for BURST_PER_KEY', limit);
}

const accountsExamples = `
Examples:
  $ ACCOUNT=$(textmill accounts create --name "Example Ltd" --external-id 1042)
  $ textmill keys create --account "$ACCOUNT" --expires 90d
  $ textmill accounts limits "$ACCOUNT" --daily-quota 20000
  $ textmill accounts disable "$ACCOUNT"
  $ textmill accounts invite "$ACCOUNT"`;
