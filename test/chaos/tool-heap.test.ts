import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../../engine/catalogue/catalogue.js';
import { toolFiles, toolsDirectory } from '../../engine/catalogue/tool-files.js';
import { maxOutputOf } from '../../engine/core/limits.js';
import { runProgram } from '../support/program.js';
import { figure, full } from '../support/reliability.js';
import { declaredHeap, type HeapOrder, type ToolHeap, toolHeapFile } from '../support/tool-heap.js';

const typescript = new URL('../../gateway/boot/typescript.mjs', import.meta.url).href;
const program = fileURLToPath(new URL('../support/tool-heap-process.ts', import.meta.url));
/**
 * V8 collects garbage whenever the heap has grown by a quarter, so that the heap shows what is alive. It marks all at once:
 * beside the program, what becomes garbage meanwhile counts as alive, and on a busy machine that is much.
 */
const flags = [
  ...['--expose-gc', '--heap-growing-percent=25', '--max-semi-space-size=1', '--no-incremental-marking'],
  ...['--import', typescript],
];

const catalogue = await loadCatalogue();
const files = new Map(toolFiles(toolsDirectory).map((file) => [file.slug, file]));
/** In the moderate form, the tools that once ended the process, or needed more than they declared. */
const slugs = full ? [...catalogue.keys()] : ['slugify', 'unicode-escape-converter', 'html-to-markdown', 'html-select'];
/** What a young generation and the collector's own bookkeeping may add, in MB. */
const slackMb = 8;

async function heapOf(slug: string, memoryMb: number): Promise<ToolHeap> {
  const file = files.get(slug);
  assert.ok(file);
  const order: HeapOrder = { ...file, maxOutput: maxOutputOf(memoryMb), runs: full ? 6 : 3 };
  const args = [...flags, program, String(memoryMb), JSON.stringify(order)];
  const { status, stdout, stderr } = await runProgram(process.execPath, args);
  assert.equal(status, 0, `${slug}: ${stderr.slice(0, 1_000)}`);
  return JSON.parse(stdout) as ToolHeap;
}

const found: Record<string, ToolHeap[]> = {};

for (const memoryMb of [512, 128]) {
  describe(`in a thread of ${memoryMb} MB`, () => {
    const heaps: ToolHeap[] = [];
    found[memoryMb] = heaps;
    describe('each tool needs at most the heap that it declares at its bounds', { concurrency: 2 }, () => {
      for (const slug of slugs) {
        test(slug, async (t) => {
          const entry = catalogue.get(slug);
          assert.ok(entry);
          const heap = await heapOf(slug, memoryMb);
          heaps.push(heap);
          const { peakMegabytes, read, written } = heap;
          const allowedMb = (declaredHeap(entry) * Math.max(read, written)) / 2 ** 20 + slackMb;
          const measured = `${peakMegabytes.toFixed(0)} MB for ${read} characters read and ${written} written`;
          t.diagnostic(measured);
          assert.ok(
            peakMegabytes <= allowedMb,
            `${measured}; it declares ${declaredHeap(entry)} bytes for a character`,
          );
        });
      }
    });

    test('summary of the figures', (t) => {
      heaps.sort((a, b) => (a.slug < b.slug ? -1 : 1));
      const [worst] = heaps.toSorted((a, b) => b.peakMegabytes - a.peakMegabytes);
      assert.ok(worst);
      const most = `${worst.peakMegabytes.toFixed(0)} MB (${worst.slug} on ${worst.read} characters)`;
      figure(t, 'R21', `${heaps.length} tools at their bounds: at most ${most}`, `heap of tools at ${memoryMb} MB`);
    });
  });
}

after(() => {
  if (full) writeFileSync(toolHeapFile, `${JSON.stringify(found, null, 2)}\n`);
});
