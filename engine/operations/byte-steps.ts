import { performance } from 'node:perf_hooks';
import type { ByteStep } from '../core/byte-text.js';
import { maxInputCharacters } from '../core/limits.js';
import { memory } from '../kernels/kernels.js';
import { KernelText } from '../text/lines/kernel-text.js';
import type { ByteExecution } from './operation.js';
import { maxTextOfTool } from './tool-run.js';
import { isToolStep, type ToolStep, type Workflow } from './workflow.js';

/** Around the result in a response. */
export interface RunFacts {
  readonly stepsExecuted: number;
  /** Lengths are in UTF-16 code units. */
  readonly inputLength: number;
  readonly outputLength: number;
  readonly elapsedMs: number;
  /** Further members of `meta`, each with a comma before it. */
  readonly more?: string;
}

/** Returns the JSON of a response before its result and after it, without the quotes. */
export function aroundResult({ stepsExecuted, inputLength, outputLength, elapsedMs, more = '' }: RunFacts): {
  readonly before: string;
  readonly after: string;
} {
  const lengths = `"stepsExecuted":${stepsExecuted},"inputLength":${inputLength},"outputLength":${outputLength}`;
  return { before: '{"result":', after: `,"meta":{${lengths},"processingTimeMs":${Math.round(elapsedMs)}${more}}}` };
}

/** Returns how to run a workflow by kernels; undefined if they do not know all of its steps. */
export function runOnBytes({ steps, toolCount }: Workflow): ByteExecution | undefined {
  const byteSteps: (readonly [ToolStep, ByteStep])[] = [];
  for (const step of steps) {
    const onBytes = isToolStep(step) ? step.tool.onBytes?.(step.config) : undefined;
    if (!isToolStep(step) || onBytes === undefined) return undefined;
    byteSteps.push([step, onBytes]);
  }
  return (body, place, budget, kernels) => {
    const text = KernelText.read(kernels, body, place);
    if (text === undefined || text.mostUnits > maxInputCharacters) return undefined;
    const inputLength = text.mostUnits;
    const started = performance.now();
    for (const [step, execute] of byteSteps) {
      // No other tool that the kernels know has a text grow.
      if (text.mostUnits > maxTextOfTool(step.tool, budget) || !execute(text) || text.mostUnits > budget.maxOutput)
        return undefined;
      text.endStep();
    }
    const written = text.write();
    if (written === undefined) return undefined;
    const outputLength = text.units();
    const elapsedMs = performance.now() - started;
    const { before, after } = aroundResult({ stepsExecuted: toolCount, inputLength, outputLength, elapsedMs });
    const start = written.start - before.length - 1;
    memory.write(`${before}"`, start, 'latin1');
    const end = written.end + memory.write(`${written.lastLineEnd}"${after}`, written.end, 'latin1');
    return { json: memory.subarray(start, end), charactersIn: inputLength, charactersOut: outputLength };
  };
}
