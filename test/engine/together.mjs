// @ts-check
// `npm test` runs this file in place of fifty that would each load the tools again. See test/run.mjs.
import { importTests } from '../support/import-tests.mjs';
import { sharedProcesses } from '../support/shared-processes.mjs';

await importTests(import.meta.url, sharedProcesses['test/engine/']);
