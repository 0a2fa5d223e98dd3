import { testToolChecks } from '../../support/tool-tests.js';

testToolChecks('encode');
