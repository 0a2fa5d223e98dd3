import { parentPort, workerData } from 'node:worker_threads';
import { costsOf, lastOutput } from './cost-search.js';
import { referenceMicroseconds } from './exact-clock.js';
import { loadShippedTool } from './shipped-tool.js';

// Measures what one tool costs, in a thread of its own.

const { category, slug } = workerData as { readonly category: string; readonly slug: string };
const entry = await loadShippedTool(slug);
const costs = costsOf(entry, category);
parentPort?.postMessage({ costs, reference: referenceMicroseconds() });
void lastOutput();
