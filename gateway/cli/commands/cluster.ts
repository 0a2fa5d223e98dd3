import type { Command } from 'commander';
import type { Io } from '../core/io.js';

/** `textmill cluster`. */
export function addCluster(program: Command, io: Io): void {
  program
    .command('cluster')
    .summary('show the gateways that serve')
    .description(
      'Shows the gateways that run on DATA_DIR, or on the database of DATABASE_URL: where they listen, how long they ' +
        'run, when they were last heard from, their versions, how many changes of keys they have not seen (lag), and ' +
        'whether they accept work and cannot write to the database (degraded). A gateway that was silent for ten ' +
        'seconds has lapsed; it is shown for a quarter of an hour. GET /cluster has the same. The exit code is 3 if no ' +
        'gateway runs.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ textmill cluster\n  $ textmill cluster --json')
    .action(async ({ json = false }: { json?: boolean }) => (await import('../core/cluster.js')).showCluster(io, json));
}
