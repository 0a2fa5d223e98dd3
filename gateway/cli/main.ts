import { holdSignals, ignoreDebuggerSignal } from '#gateway/core/service-signals.js';
import { isReaderGone } from './core/io.js';

/** The process `textmill`. */

if (process.argv[2] === 'serve') holdSignals();
else ignoreDebuggerSignal();
// Not loaded earlier: a signal would end the process meanwhile.
const { runCommandLine } = await import('./command-line.js');

// Help is written without waiting: a reader that has gone (`| head`), or a full disk, must not end the process with a
// stack trace.
process.stdout.on('error', (error) => {
  if (isReaderGone(error)) return;
  process.stderr.write(`textmill: the output cannot be written: ${error.message}\n`);
  process.exit(1);
});
// Nobody can be told: the exit code still says how the command ended.
process.stderr.on('error', () => undefined);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  // Opened only by a command that reads it: Node.js then makes the pipe non-blocking, also for all other programs that
  // read from it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  workingFolder: process.cwd(),
});
