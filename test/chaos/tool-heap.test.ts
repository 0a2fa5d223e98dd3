import { full } from '../support/reliability.js';
import { isTight, testToolHeaps } from '../support/tool-heap-tests.js';

/** In the moderate form, tool-heap.full.test.ts has the others. */
testToolHeaps((slug) => full || isTight(slug));
