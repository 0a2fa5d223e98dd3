import type { CurveMeasurement } from './curve.js';
import { dispatchCost } from './dispatch-cost.js';
import { inlineSettings } from './inline-settings.js';

/**
 * Helps to choose INLINE_MAX_BYTES: measures what a job costs the event loop if it runs there and if it is dispatched,
 * and how the setting affects clients.
 */
export const inlineCurve: CurveMeasurement = {
  name: 'inline threshold',
  run: async (context) => [...(await dispatchCost(context)), ...(await inlineSettings(context))],
};
