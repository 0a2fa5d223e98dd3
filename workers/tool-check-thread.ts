import { parentPort, workerData } from 'node:worker_threads';
import { ToolFileError } from '#engine/own-tools/invalid-tool.js';
import type { ToolFolder } from '#engine/own-tools/tool-folder.js';
import { checkTools } from '#engine/own-tools/tool-set.js';
import type { CheckMessage } from './tool-check.js';

/** The thread on which tools of an operator are loaded and run before they serve. */
const post = (message: CheckMessage): void => parentPort?.postMessage(message);

try {
  const set = await checkTools(workerData as ToolFolder, (file) => post({ kind: 'file', file }));
  post({ kind: 'checked', tools: set.tools });
} catch (error) {
  if (!(error instanceof ToolFileError)) throw error;
  const { file, reason, line } = error;
  post({ kind: 'refused', file, reason, line });
}
// A module may have started a timer.
process.exit();
