import { supervise } from '../supervisor/supervise.js';

/** What everybody starts: a supervisor, and below it the process that serves (gateway-process.ts). */
await supervise();
