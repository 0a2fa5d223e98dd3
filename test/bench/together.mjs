// @ts-check
// `npm test` runs this file in place of the short ones of this folder: each of them alone would load much of what
// they share. See test/run.mjs.
import { importTests } from '../support/import-tests.mjs';
import { sharedProcesses } from '../support/shared-processes.mjs';

await importTests(import.meta.url, sharedProcesses['test/bench/']);
