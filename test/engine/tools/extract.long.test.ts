import { testToolChecks } from '../../support/tool-tests.js';

testToolChecks('extract');
