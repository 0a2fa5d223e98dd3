import { Command, CommanderError } from 'commander';
import { ToolError } from '#engine/core/errors.js';
import { mappedStack } from '#engine/core/stack-frames.js';
import { version } from '#gateway/core/version.js';
import { ConfigError } from '#gateway/server/config/config.js';
import { addAccounts } from './commands/accounts.js';
import { addAudit } from './commands/audit.js';
import { addBatch } from './commands/batch.js';
import { addBench } from './commands/bench.js';
import { addCheckConfig } from './commands/check-config.js';
import { addCompletion } from './commands/completion.js';
import { addBackup, addMove } from './commands/data.js';
import { addKeys } from './commands/keys.js';
import { addMcp } from './commands/mcp.js';
import { addOpenApi, addTools } from './commands/reference.js';
import { addRun } from './commands/run.js';
import { addSanitize } from './commands/sanitize.js';
import { addCluster, addReload, addServe, addSignIn } from './commands/service.js';
import { addSort } from './commands/sort.js';
import {
  allowsColour,
  CommandError,
  type Io,
  LaterError,
  NotReadyError,
  NotRunningError,
  ReaderGoneError,
  say,
  UsageError,
} from './core/io.js';

/** The groups of commands in the order of the help. */
const additions: readonly ((program: Command, io: Io) => void)[] = [
  addServe,
  addReload,
  addCluster,
  addCheckConfig,
  addSignIn,
  addKeys,
  addAccounts,
  addAudit,
  addBackup,
  addMove,
  addTools,
  addRun,
  addSanitize,
  addSort,
  addBatch,
  addBench,
  addMcp,
  addOpenApi,
  addCompletion,
];

/**
 * The program `textmill` with all its commands. They are declared in `commands/`, and import their work only when they
 * run: a filter in a pipe must not wait for the database and the HTTP server to load.
 */
export function createProgram(io: Io): Command {
  const program = new Command('textmill')
    .description('Cleans and transforms text: a JSON API to serve, and the same engine for files and pipes.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ showGlobalOptions: false, styleTitle: (title) => `\x1b[1m${title}\x1b[22m` })
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, writeError) => writeError(text.replace(/^error: /, 'textmill: ')),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
      getOutHasColors: () => allowsColour(io.stdout, io.environment),
      getErrHasColors: () => allowsColour(io.stderr, io.environment),
    })
    .addHelpText('after', programExamples);
  for (const add of additions) add(program, io);
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

const programExamples = `
Examples:
  # serve the API, with settings from the environment and .env
  $ textmill serve
  # show every setting and where it comes from
  $ textmill check-config
  # print a link that signs in to the console, once
  $ textmill signin
  # make an API key, also while the gateway runs
  $ textmill keys create --label "batch client"
  # strip tracking parameters, without a server
  $ cat urls.txt | textmill sanitize > clean.txt
  # run text tools over a file
  $ textmill run trim-lines upper-case -- in.txt
  # the same over HTTP: parallel, in order, with retries
  $ textmill batch sanitize urls.txt -o clean.txt

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no gateway is running, 4 the daily quota is spent (batch),
5 the new gateway is not ready (reload --restart).
Settings: textmill check-config. More: gateway/cli/README.md.`;

/**
 * Runs one command line.
 *
 * @param args - without the name of the program.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage, 3 no gateway is running, 4 run again later, 5 the new gateway
 *   is not ready.
 */
export async function runCommandLine(args: readonly string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return exitCodeOf(error, io);
  }
}

async function exitCodeOf(error: unknown, { stderr }: Io): Promise<number> {
  // Commander has printed the error, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ReaderGoneError) return 0;
  const problems = error instanceof ConfigError ? error.problems : [messageOf(error)];
  for (const problem of problems) await say({ stderr }, `textmill: ${problem}\n`);
  if (error instanceof NotRunningError) return 3;
  if (error instanceof LaterError) return 4;
  if (error instanceof NotReadyError) return 5;
  return error instanceof UsageError ? 2 : 1;
}

/** An unexpected error is a bug: its stack helps to find it. */
function messageOf(error: unknown): string {
  // What the engine says of a text is for the user.
  if (error instanceof CommandError || error instanceof ToolError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof Error && code !== undefined) return error.message;
  return error instanceof Error ? mappedStack(error.stack ?? error.message) : String(error);
}
