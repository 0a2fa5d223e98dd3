import type { Command } from 'commander';
import type { Io } from '../core/io.js';

/** `textmill backup` and `textmill restore`. */
export function addBackup(program: Command, io: Io): void {
  program
    .command('backup <file>')
    .summary('copy the database to a file, also while the gateway runs')
    .description(
      'Copies keys and counters to FILE as of one moment (SQLite online backup), checks the copy, and then renames it to ' +
        'FILE, with mode 0600. The admin token is not in it: it is in a file beside the database, or in ADMIN_TOKEN.',
    )
    .option('--force', 'replace FILE if it exists')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ textmill backup /var/backups/textmill-$(date +%F).sqlite')
    .action(async (file, options) => (await import('./backup-commands.js')).backupTo(io, file, options));

  program
    .command('restore <file>')
    .summary('replace the database with a backup; the gateway must be stopped')
    .description(
      'Checks FILE and replaces the database in DATA_DIR with a copy of it. No gateway may run on DATA_DIR. The ' +
        'previous database is kept beside it as textmill.sqlite.replaced. Keys are then those of the backup: a key that was ' +
        'revoked since is valid again, and a key that was created since is gone.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ textmill restore /var/backups/textmill-2026-11-21.sqlite')
    .action(async (file, options) => (await import('./backup-commands.js')).restoreFrom(io, file, options));
}

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
