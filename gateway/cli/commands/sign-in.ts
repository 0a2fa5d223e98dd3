import type { Command } from 'commander';
import type { Io } from '../core/io.js';
import type { SignInOptions } from '../core/sign-in.js';

/** `textmill signin`. */
export function addSignIn(program: Command, io: Io): void {
  program
    .command('signin')
    .summary('print or open a link that signs in to the console, once')
    .description(
      'Prints a link that signs the operator in to the console. It works once, within 15 minutes. Works on the data ' +
        'folder (DATA_DIR) or on the database of DATABASE_URL, whether a gateway runs or not. The link has the address ' +
        'of PUBLIC_URL, or else the one at which this machine reaches the gateway. Do not give it to a program as an ' +
        'argument, which every user of the machine can see: --open opens it in your browser by way of a file that only ' +
        'you can read, and that is removed after 20 seconds.',
    )
    .option('--open', 'open the link in your browser instead of printing it')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ textmill signin\n  $ textmill signin --open')
    .action(async (options: SignInOptions) => (await import('../core/sign-in.js')).signIn(io, options));
}
