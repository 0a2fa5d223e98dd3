import { testTools } from '../../support/tool-tests.js';

await testTools('analyze');
