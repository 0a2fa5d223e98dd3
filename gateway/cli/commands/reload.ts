import type { Command } from 'commander';
import type { Io } from '../core/io.js';

/** `textmill reload`. */
export function addReload(program: Command, io: Io): void {
  program
    .command('reload')
    .summary('make the running gateway read .env and its certificate again')
    .description(
      'Checks the settings here and sends SIGHUP to the gateway that runs on DATA_DIR. It reads .env in its own working ' +
        'folder. textmill check-config --json marks the settings that can change while it runs (reloads). The log of ' +
        'the gateway says what has changed.\n\n' +
        'With --restart a new process replaces it, with what is installed now and with all settings. The new process ' +
        'loads everything while the gateway serves, and the gateway completes the requests in flight before it ends. ' +
        'The command waits until the new process is ready. If it cannot serve, the old one keeps running, and the exit code is ' +
        '1; it is 3 if no gateway runs, and 5 if the new process listens, but ends or is not ready within a minute.',
    )
    .option('--restart', 'replace the gateway process with one of the installed version')
    .addHelpText(
      'after',
      '\nExamples:\n  $ echo BURST_PER_KEY=600 >> .env && textmill reload\n  $ textmill reload --restart',
    )
    .action(async ({ restart = false }: { restart?: boolean }) => {
      if (restart) await (await import('../core/restart.js')).restartGateway(io);
      else await (await import('../core/reload.js')).reloadGateway(io);
    });
}
