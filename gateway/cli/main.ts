import { runCommandLine } from './command-line.js';

/** The process `textmill`. */

// Help is written and not waited for: a reader that is gone (`| head`) must not end the process with a stack trace, nor
// a disk that is full.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`textmill: the output cannot be written: ${error.message}\n`);
    process.exit(1);
  });
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  workingFolder: process.cwd(),
});
