import type { Command } from 'commander';
import type { Io } from '../io.js';

/** `textmill reload`. */
export function addReload(program: Command, io: Io): void {
  program
    .command('reload')
    .summary('have the running gateway read .env and its certificate again')
    .description(
      'Checks the settings here and sends SIGHUP to the gateway that runs on DATA_DIR. It reads .env in its own working ' +
        'folder; what can change while it runs is marked in textmill check-config --json (reloads) and in the README. ' +
        'What it has changed stands in its log.',
    )
    .addHelpText('after', '\nExamples:\n  $ echo BURST_PER_KEY=600 >> .env && textmill reload')
    .action(async () => (await import('../reload.js')).reloadGateway(io));
}
