import type { Command } from 'commander';

/** `textmill serve`. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('serve the HTTP API')
    .description(
      'Serves the HTTP API until SIGTERM or Ctrl-C. Settings come from environment variables and from .env in the ' +
        'working folder; SIGHUP reads .env again for those that can change while running. A gateway process that dies ' +
        'is started again.',
    )
    .addHelpText('after', '\nExamples:\n  $ textmill serve\n  $ PORT=9000 DATA_DIR=/var/lib/textmill textmill serve')
    .action(async () => (await import('../../supervisor/supervise.js')).supervise());
}
