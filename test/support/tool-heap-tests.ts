import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';
import { maxOutputOf } from '#engine/core/limits.js';
import { figure, full } from './reliability.js';
import { declaredHeap, keptToolHeaps, type ToolHeap, toolHeapFile } from './tool-heap.js';
import { HeapMeter } from './tool-heap-meter.js';
import type { HeapCase } from './tool-heap-texts.js';

const catalogue = await loadCatalogue();
const files = toolFiles(toolsDirectory).toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
const kept = keptToolHeaps();
/** What a young generation and the collector's own bookkeeping may add, in MB. */
const slackMb = 8;
/** More than this share of what a tool may need is much. */
const tightShare = 0.4;
/** The cases to measure: in the moderate form those that needed most in the full one, which searches for them here. */
const searchMb = 128;
const cases = new Map<string, HeapCase>();
for (const { slug, text, config } of full ? [] : (kept[searchMb] ?? [])) {
  if (text !== undefined) cases.set(slug, { text, ...(config && { config }) });
}

/**
 * Returns whether a tool needed more than this share of what it may in the last full form, or has not been measured: a
 * change of such a tool, or of what it uses, passes its bound first.
 */
export function isTight(slug: string): boolean {
  const heap = kept[searchMb]?.find((each) => each.slug === slug);
  return heap === undefined || heap.peakMegabytes > tightShare * allowedMegabytes(heap);
}

/** Returns what a tool may need for what it read and wrote, in MB. */
function allowedMegabytes({ slug, read, written }: ToolHeap): number {
  const entry = catalogue.get(slug);
  assert.ok(entry);
  return (declaredHeap(entry) * Math.max(read, written)) / 2 ** 20 + slackMb;
}

/** Measures tools in a thread of {@link searchMb}, and in the full form in one of 512 MB too. */
export function testToolHeaps(isChosen: (slug: string) => boolean): void {
  for (const memoryMb of full ? [searchMb, 512] : [searchMb]) {
    describe(`in a thread of ${memoryMb} MB`, () => {
      const heaps: ToolHeap[] = [];
      const meter = new HeapMeter(memoryMb);
      describe('each tool needs at most the heap that it declares at its bounds', { concurrency: 2 }, () => {
        for (const file of files.filter(({ slug }) => isChosen(slug))) {
          const { slug } = file;
          test(slug, async (t) => {
            const known = cases.get(slug);
            const heap = await meter.measure({ file, maxOutput: maxOutputOf(memoryMb), ...(known && { known }) });
            const { peakMegabytes, read, written, text = '' } = heap;
            if (memoryMb === searchMb) cases.set(slug, { text, ...(heap.config && { config: heap.config }) });
            heaps.push(heap);
            const measured = `${peakMegabytes.toFixed(0)} MB for ${read} characters read and ${written} written`;
            const what = `${JSON.stringify(text).slice(0, 60)} ${JSON.stringify(heap.config ?? {}).slice(0, 200)}`;
            t.diagnostic(`${measured}: ${what}`);
            assert.ok(
              peakMegabytes <= allowedMegabytes(heap),
              `${measured}; it may need ${allowedMegabytes(heap).toFixed(0)} MB: ${what}`,
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

      after(async () => {
        await meter.close();
        if (full) keep(memoryMb, heaps);
      });
    });
  }
}

/** Replaces the figures of the tools that were measured: a name pattern may have left out others. */
function keep(memoryMb: number, heaps: readonly ToolHeap[]): void {
  const measured = new Map([...(kept[memoryMb] ?? []), ...heaps].map((heap) => [heap.slug, heap]));
  const found = files.flatMap(({ slug }) => measured.get(slug) ?? []);
  Object.assign(kept, { [memoryMb]: found });
  const texts = Object.entries(kept).map(
    ([memory, all]) => `"${memory}":[\n${all.map((heap) => JSON.stringify(heap)).join(',\n')}\n]`,
  );
  writeFileSync(toolHeapFile, `{${texts.join(',\n')}}\n`);
}
