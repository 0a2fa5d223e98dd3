import type { Command } from 'commander';
import type { Io } from '../core/io.js';

/** `textmill reload`. */
export function addReload(program: Command, io: Io): void {
  program
    .command('reload')
    .summary('have the running gateway read .env and its certificate again')
    .description(
      'Checks the settings here and sends SIGHUP to the gateway that runs on DATA_DIR. It reads .env in its own working ' +
        'folder; what can change while it runs is marked in textmill check-config --json (reloads) and in the README. ' +
        'What it has changed stands in its log.\n\n' +
        'With --restart another process takes its place, with what is installed now and all settings: it loads ' +
        'everything while the gateway serves, and the gateway answers what is in flight before it ends. Waits until the ' +
        'new process listens. If it cannot serve, the gateway goes on, and the exit code is 1; 3 if none runs.',
    )
    .option('--restart', 'replace the process of the gateway by one that runs what is installed now')
    .addHelpText(
      'after',
      '\nExamples:\n  $ echo BURST_PER_KEY=600 >> .env && textmill reload\n  $ textmill reload --restart',
    )
    .action(async ({ restart = false }: { restart?: boolean }) => {
      if (restart) await (await import('../core/restart.js')).restartGateway(io);
      else await (await import('../core/reload.js')).reloadGateway(io);
    });
}
