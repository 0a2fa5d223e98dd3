// @ts-check
// `npm run test:loaded`: shows that `npm test` passes on a busy machine. Runs it three times in a row beside eight threads
// that never rest. Takes several times as long as on a machine that is idle.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { projectDirectory, runAsScript, say } from '../gateway/build/script.mjs';

const busyLoops = 8;
const runs = 3;

runAsScript(import.meta.url, async () => {
  // Threads, not processes: they end with this process, however it ends.
  for (let loop = 0; loop < busyLoops; loop++) new Worker('for (;;);', { eval: true }).unref();
  for (let run = 1; run <= runs; run++) {
    say(`run ${run} of ${runs}, beside ${busyLoops} busy loops`);
    const child = spawn(process.execPath, ['test/run.mjs', ...process.argv.slice(2)], {
      cwd: projectDirectory,
      stdio: 'inherit',
    });
    const [status] = await once(child, 'exit');
    if (status !== 0) process.exit(1);
  }
  process.exit(0);
});
