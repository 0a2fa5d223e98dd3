import type { CurveMeasurement } from './curve.js';
import { dispatchCost } from './dispatch-cost.js';
import { inlineSettings } from './inline-settings.js';

/**
 * Where INLINE_MAX_BYTES should be: what a job costs the event loop if it is done there and if it is handed over, and
 * what users of the service notice of the setting.
 */
export const inlineCurve: CurveMeasurement = {
  name: 'inline threshold',
  run: async (context) => [...(await dispatchCost(context)), ...(await inlineSettings(context))],
};
