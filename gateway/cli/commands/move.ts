import type { Command } from 'commander';
import type { Io } from '../core/io.js';

/** `textmill move`. */
export function addMove(program: Command, io: Io): void {
  program
    .command('move')
    .summary('move keys, quotas and history from SQLite to PostgreSQL, or back; gateways must be stopped')
    .description(
      'Moves all keys, accounts, quotas and the usage history from the database in DATA_DIR to PostgreSQL, or back, in one ' +
        'transaction: everything or nothing. Keys go on working. No gateway may run on either of them. What a move to ' +
        'PostgreSQL leaves in DATA_DIR is kept as textmill.sqlite.moved; a move to SQLite empties PostgreSQL. The URL of ' +
        'the PostgreSQL database is that of DATABASE_URL, or in a file; it is no argument, because all users of the ' +
        'machine can see those.',
    )
    .option('--to <store>', 'postgres, which must have no keys, or sqlite: a new database in DATA_DIR')
    .option('--url-file <file>', 'read the URL of the PostgreSQL database from a file; - is standard input')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill move --to postgres\n  $ textmill move --to postgres --url-file /run/secrets/database-url\n' +
        '  $ textmill move --to sqlite',
    )
    .action(async (options) => (await import('./move-commands.js')).move(io, options));
}
