import { testToolChecks } from '../../support/tool-tests.js';

await testToolChecks('replace');
