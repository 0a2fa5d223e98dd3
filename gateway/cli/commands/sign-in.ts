import type { Command } from 'commander';
import type { Io } from '../core/io.js';

/** `textmill signin`. */
export function addSignIn(program: Command, io: Io): void {
  program
    .command('signin')
    .summary('print a link that signs in to the console, once')
    .description(
      'Prints a link that signs the operator in to the console. It works once, within 15 minutes. Works on the data ' +
        'folder (DATA_DIR) or on the database of DATABASE_URL, whether a gateway runs or not. The link has the address ' +
        'of PUBLIC_URL, or else the one at which this machine reaches the gateway.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ textmill signin\n  $ xdg-open "$(textmill signin)"')
    .action(async ({ json = false }: { json?: boolean }) => (await import('../core/sign-in.js')).printLink(io, json));
}
