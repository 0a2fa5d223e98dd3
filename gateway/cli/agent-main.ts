import { ignoreDebuggerSignal } from '#gateway/core/service-signals.js';
import { serveAgent } from './commands/serve-agent.js';
import { CommandError } from './core/io.js';

/**
 * The process of the bundle for desktop hosts: `textmill mcp` with the folders that its user has chosen as arguments, and
 * `--read-only=true` if they may only be read.
 */

ignoreDebuggerSignal();
const [options, given] = [new Set<string>(), [] as string[]];
for (const argument of process.argv.slice(2)) {
  // A host leaves the name of a setting that nobody has set.
  if (argument.startsWith('--')) options.add(argument);
  else if (!/^\$\{/.test(argument)) given.push(argument);
}
const mode = options.has('--read-only=true') ? ':ro' : '';
const io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: {},
  workingFolder: process.cwd(),
};
try {
  await serveAgent(io, { files: given.map((folder) => folder + mode) });
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`textmill: ${error.message}\n`);
  process.exitCode = 1;
}
