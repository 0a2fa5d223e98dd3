import { runCommandLine } from './command-line.js';

/** The process `textmill`. */

// Help is written without waiting: a reader that has gone (`| head`), or a full disk, must not end the process with a
// stack trace.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`textmill: the output cannot be written: ${error.message}\n`);
    process.exit(1);
  });
}

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
