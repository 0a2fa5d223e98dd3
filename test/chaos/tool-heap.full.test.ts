import { test } from 'node:test';
import { full } from '../support/reliability.js';
import { isTight, testToolHeaps } from '../support/tool-heap-tests.js';

/** The tools that need much less than they may: they rarely fail. */
if (full) test('the tools of tool-heap.full', { skip: 'the full form of tool-heap measures all tools' });
else testToolHeaps((slug) => !isTight(slug));
