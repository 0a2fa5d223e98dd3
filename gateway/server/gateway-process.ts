import type { ConfigError } from '../config/config.js';
import { SupervisorLink } from '../supervisor/supervisor-link.js';

/**
 * The process that serves. Its supervisor starts it, and may have it wait, loaded, for another one's death; started by
 * itself it serves at once. Exit code 1 with one line a problem if it cannot start.
 */
const link = SupervisorLink.ofThisProcess();
// libuv lets standard output block when it starts a process, also for the processes that have it already; Node.js undoes
// that when a process first asks for it. A gateway whose log nobody reads would wait at its end for a write, for ever.
void process.stdout;
// Loaded now and not before: the supervisor must not be missed if it is gone by then.
const { serve, settingsProblems } = await import('./serve.js');
try {
  if (link !== undefined && !link.hasWord) {
    await (await import('../supervisor/preload.js')).preload();
    link.prepared(settingsProblems());
  }
  await serve(link);
} catch (error) {
  const { problems = [(error as Error).message] } = error as Partial<ConfigError>;
  for (const problem of problems) process.stderr.write(`textmill: ${problem}\n`);
  process.exitCode = 1;
}
