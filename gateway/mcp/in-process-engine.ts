import { encodeJson, parseJsonObject } from '#engine/core/json.js';
import type { LazyEngine } from '#engine/lazy-engine.js';
import type { TextEngine } from './tools/text-engine.js';

/**
 * Runs operations on this thread, with JSON requests and responses as in the gateway.
 *
 * @param report - called with the place of a bug.
 */
export function inProcessEngine(engine: LazyEngine, report: (trace: string) => void): TextEngine {
  return {
    account: 'own',
    async execute(operation, request) {
      const { body, trace, problem } = await engine.execute(operation, encodeJson(request));
      if (trace !== undefined) report(trace);
      return problem === undefined ? { kind: 'done', response: parseJsonObject(body) } : { kind: 'refused', problem };
    },
  };
}
