import { ConfigError } from './config.js';
import { serve } from './serve.js';

/** The process that serves and does nothing else. Exit code 1 with one line a problem if it cannot start. */
try {
  await serve();
} catch (error) {
  const problems = error instanceof ConfigError ? error.problems : [(error as Error).message];
  for (const problem of problems) process.stderr.write(`textmill: ${problem}\n`);
  process.exitCode = 1;
}
