import type { Command } from 'commander';
import type { Io } from '../core/io.js';

/** `textmill audit`. */
export function addAudit(program: Command, io: Io): void {
  program
    .command('audit')
    .summary('show who changed what')
    .description(
      'Shows the audit log of the data folder (DATA_DIR) or of the database of DATABASE_URL, oldest entry first, whether a ' +
        'gateway runs or not. Each change of keys, sessions and invitations leaves one entry, kept for AUDIT_DAYS.',
    )
    .option('--account <id>', 'only entries about this account')
    .option('--action <name>', 'only entries with this action, such as key.create')
    .option('--from <time>', 'from this day (UTC) or time on: 2026-01-31, 2026-01-31T09:30:00Z')
    .option('--to <time>', 'up to this day, or before this time')
    .option('-f, --follow', 'wait for further entries until Ctrl-C')
    .option('--json', 'print one JSON object on each line (NDJSON)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill audit --from 2026-01-01 --action key.revoke\n  $ textmill audit --follow --json',
    )
    .action(async (options) => (await import('./audit-commands.js')).showAudit(io, options));
}
