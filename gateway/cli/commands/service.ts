import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Io } from '../core/io.js';
import type { SignInOptions } from '../core/sign-in.js';

/** `textmill serve`. */
export function addServe(program: Command, io: Io): void {
  program
    .command('serve')
    .summary('serve the HTTP API')
    .description(
      'Serves the HTTP API until SIGTERM or Ctrl-C. Settings come from environment variables and from .env in the ' +
        'working folder; SIGHUP reads .env again for those that can change while running. A gateway process that dies ' +
        'is started again.',
    )
    .option('--tools-dir <folder>', 'the setting TOOLS_DIR: a folder of tools of your own')
    .addHelpText('after', '\nExamples:\n  $ textmill serve\n  $ PORT=9000 DATA_DIR=/var/lib/textmill textmill serve')
    .action(async ({ toolsDir }: { readonly toolsDir?: string }) => {
      // The gateways that the supervisor starts have its environment.
      if (toolsDir !== undefined) process.env.TOOLS_DIR = resolve(io.workingFolder, toolsDir);
      return (await import('#gateway/supervisor/supervise.js')).supervise();
    });
}

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
      const { reloadGateway, restartGateway } = await import('../core/reload.js');
      await (restart ? restartGateway(io) : reloadGateway(io));
    });
}

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
