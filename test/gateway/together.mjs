// @ts-check
// `npm test` runs this file in place of sixty that need no separate process. See test/run.mjs.
import { importTests } from '../support/import-tests.mjs';
import { sharedProcesses } from '../support/shared-processes.mjs';

await importTests(import.meta.url, sharedProcesses['test/gateway/']);
