import { runBench } from './command.js';
import { measurements } from './measurements.js';
import { resultsFolder } from './results.js';

// `npm run bench`: compares Textmill's speed with that of others; see `npm run bench -- --help`.
process.exitCode = await runBench(process.argv.slice(2), {
  measurements,
  folder: resultsFolder,
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => new Date(),
});
