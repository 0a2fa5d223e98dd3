import type { Command } from 'commander';
import type { Io } from '../core/io.js';

/** `textmill accounts`. */
export function addAccounts(program: Command, io: Io): void {
  const accounts = program
    .command('accounts')
    .summary('invite the owners of accounts')
    .description('Accounts. Their owners manage their own keys in the console, once you have invited them.')
    .addHelpText('after', '\nExample:\n  $ textmill accounts invite acc_9hR3…');
  accounts
    .command('invite <account>')
    .summary('print a link that signs the owner of an account in, once')
    .description(
      'Prints a link for the owner of an account. It works once, within 7 days. The owner sees the plan, the quota and the ' +
        'usage of this account, and manages its keys. The link has the address of PUBLIC_URL, or else the one at which this ' +
        'machine reaches the gateway.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ textmill keys list\n  $ textmill accounts invite acc_9hR3…')
    .action(async (accountId: string, { json = false }: { json?: boolean }) =>
      (await import('../core/sign-in.js')).printLink(io, json, { role: 'owner', accountId }),
    );
}
