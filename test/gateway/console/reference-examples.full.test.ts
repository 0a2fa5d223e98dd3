import { testExamplesIn } from '../../support/code-examples.js';

for (const language of ['python', 'go']) testExamplesIn(language, true);
