// @ts-check
// `npm test` starts this file in place of sixty that need no process of their own. See test/run.mjs.
import { importTests } from '../support/import-tests.mjs';
import { sharedProcesses } from '../support/shared-processes.mjs';

await importTests(import.meta.url, sharedProcesses['test/gateway/']);
