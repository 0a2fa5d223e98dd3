import { holdSignals } from '#gateway/core/service-signals.js';
import { SupervisorLink } from '#gateway/supervisor/supervisor-link.js';
import type { ConfigError } from './config/config.js';

/**
 * The process that serves. Its supervisor starts it, and may keep it loaded as a standby until another process dies.
 * Without a supervisor it serves immediately. If it cannot start, it prints one line per problem and exits with code 1.
 */
holdSignals();
const link = SupervisorLink.ofThisProcess();
// libuv makes standard output blocking when it starts a process, also for processes that already have it; Node.js
// reverts that when a process first uses it. Otherwise a gateway whose log nobody reads would wait forever for its last
// write.
void process.stdout;
// Not loaded earlier: a supervisor that is gone by then must be noticed.
const { serve, settingsProblems } = await import('./serve.js');
try {
  if (link !== undefined && !link.hasWord) {
    await (await import('#gateway/supervisor/preload.js')).preload();
    link.prepared(await settingsProblems());
    const { collectOnceIdle } = await import('#gateway/core/idle-collection.js');
    const cancelCollection = collectOnceIdle();
    void link.word.then(cancelCollection);
  }
  await serve(link);
} catch (error) {
  const { problems = [(error as Error).message] } = error as Partial<ConfigError>;
  for (const problem of problems) process.stderr.write(`textmill: ${problem}\n`);
  process.exitCode = 1;
}
