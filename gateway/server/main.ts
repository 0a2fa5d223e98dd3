import { supervise } from '../supervisor/supervise.js';

/** The entry point: a supervisor, which starts the process that serves (gateway-process.ts). */
await supervise();
