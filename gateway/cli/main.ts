import { runCommandLine } from './command-line.js';

/** The process `textmill`. */
process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  workingFolder: process.cwd(),
});
