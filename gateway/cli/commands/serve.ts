import type { Command } from 'commander';
import { ConfigError } from '../../config.js';
import { CommandError } from '../io.js';

/** `textmill serve`. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('serve the HTTP API')
    .description(
      'Serves the HTTP API until SIGTERM or Ctrl-C. Settings come from environment variables and from .env in the ' +
        'working folder; SIGHUP reads .env again for those that can change while running.',
    )
    .addHelpText('after', '\nExamples:\n  $ textmill serve\n  $ PORT=9000 DATA_DIR=/var/lib/textmill textmill serve')
    .action(async () => {
      const { serve } = await import('../../serve.js');
      try {
        await serve();
      } catch (error) {
        if (error instanceof ConfigError) throw error;
        throw new CommandError((error as Error).message, { cause: error });
      }
    });
}
