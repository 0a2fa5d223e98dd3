// @ts-check
// `npm run test:long` runs this file in place of those of this folder: each of them alone would start a gateway and a
// browser. See test/run.mjs.
import { importTests } from '../../support/import-tests.mjs';

await importTests(import.meta.url, ['.']);
