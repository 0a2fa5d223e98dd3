import { holdSignals } from '#gateway/core/service-signals.js';

/** The entry point: a supervisor, which starts the process that serves (gateway-process.ts). */
holdSignals();
// Not loaded earlier: a signal would end the process meanwhile.
const { supervise } = await import('#gateway/supervisor/supervise.js');
await supervise();
