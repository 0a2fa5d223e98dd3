import { testTools } from '../../support/tool-tests.js';

testTools('hash');
