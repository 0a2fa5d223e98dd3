import { encodeJson } from '../../engine/core/json.js';
import type { LazyEngine } from '../../engine/lazy-engine.js';
import type { TextEngine } from './tools/text-engine.js';

/**
 * Works on texts in this thread, by the same door as the gateway: requests and answers are JSON.
 *
 * @param report - told where a bug happened.
 */
export function inProcessEngine(engine: LazyEngine, report: (trace: string) => void): TextEngine {
  return {
    async perform(operation, request) {
      const { status, body, trace } = await engine.execute(operation, encodeJson(request));
      if (trace !== undefined) report(trace);
      const answer = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()) as {
        readonly error: string;
      };
      return status === 200 ? { kind: 'done', answer: { ...answer } } : { kind: 'refused', message: answer.error };
    },
  };
}
