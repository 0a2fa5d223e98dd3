import { parentPort, workerData } from 'node:worker_threads';
import { ToolFileError } from '#engine/own-tools/invalid-tool.js';
import { checkTools } from '#engine/own-tools/tool-set.js';
import type { CheckData, CheckMessage } from './tool-check.js';
import { kernelThreadId } from './watch.js';

/** The thread on which tools of an operator are loaded and run before they serve. */
const post = (message: CheckMessage): void => parentPort?.postMessage(message);

try {
  const { folder, laws } = workerData as CheckData;
  const set = await checkTools(folder, {
    laws,
    onFile: (file) => post({ kind: 'file', file, threadId: kernelThreadId() }),
  });
  post({ kind: 'checked', tools: set.tools });
} catch (error) {
  if (!(error instanceof ToolFileError)) throw error;
  const { file, reason, line } = error;
  post({ kind: 'refused', file, reason, line });
}
// A module may have started a timer.
process.exit();
