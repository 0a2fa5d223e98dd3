import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { measuredCosts, referenceMicroseconds } from '#engine/catalogue/measured-costs.js';
import { type ToolFile, toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';
import type { CostFinding, CostFindings } from './engine/cost-timing.js';
import { operationCosts } from './engine/operation-costs.js';
import { loadShippedTool } from './engine/shipped-tool.js';
import { Progress } from './progress.js';

// `npm run costs [-- <slug>…]`: measures what tools cost, all or those that are named, each in a thread of its own, and
// writes engine/catalogue/measured-costs.ts. `operations` stands for what is not a tool. All take some minutes.

type Measured = readonly [fixed: number, perThousand: number] | 'library' | 'pattern';

/** How many tools are measured at the same time. */
const threads = 2;
const file = fileURLToPath(new URL('../engine/catalogue/measured-costs.ts', import.meta.url));

const wanted = new Set(process.argv.slice(2));
const isWanted = (name: string): boolean => wanted.size === 0 || wanted.has(name);
const progress = new Progress(process.stderr);
const found = new Map<string, Measured>();
const references: number[] = [];
const notes: string[] = [];

const all = toolFiles(toolsDirectory).sort((a, b) => (a.slug < b.slug ? -1 : 1));
const left = all.filter(({ slug }) => isWanted(slug));
await Promise.all(Array.from({ length: threads }, measureNext));
if (isWanted('operations')) {
  const costs = await operationCosts((what) => progress.say(what));
  for (const [name, [fixed, perThousand]] of Object.entries(costs)) note(name, rounded(fixed, perThousand));
}
progress.clear();
write();
for (const line of notes.sort()) process.stdout.write(`${line}\n`);

async function measureNext(): Promise<void> {
  for (let tool = left.shift(); tool !== undefined; tool = left.shift()) {
    progress.say(`${tool.slug} (${left.length} left)`);
    const { timeLimitMs } = (await loadShippedTool(tool.slug)).tool;
    if (timeLimitMs !== undefined) {
      note(tool.slug, 'pattern');
      continue;
    }
    const measured = await measuredInThread(tool);
    if (measured instanceof Error) {
      notes.push(`${tool.slug} was not measured: ${measured.message}`);
      continue;
    }
    references.push(measured.reference);
    for (const [name, finding] of Object.entries(measured.costs)) note(name, figuresOf(name, finding));
  }
}

function measuredInThread(tool: ToolFile): Promise<{ costs: CostFindings; reference: number } | Error> {
  const worker = new Worker(new URL('./engine/cost-thread.ts', import.meta.url), { workerData: tool });
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('error', resolve);
  });
}

function figuresOf(name: string, finding: CostFinding): Measured {
  if (finding.kind === 'library') {
    notes.push(`${name} loads a library: ${finding.options}`);
    return 'library';
  }
  const { fixed, perThousand, decisive } = finding;
  notes.push(`${name} ${fixed.toPrecision(3)} ${perThousand.toPrecision(3)} ${decisive}`);
  return rounded(fixed, perThousand);
}

function note(name: string, measured: Measured): void {
  found.set(name, measured);
}

function rounded(...figures: readonly [fixed: number, perThousand: number]): Measured {
  const [fixed, perThousand] = figures.map((figure) => Number(figure.toPrecision(2)));
  return [fixed ?? 0, perThousand ?? 0];
}

/** Writes the figures, with those that were not measured this time as they were. */
function write(): void {
  const names = new Set(all.map(({ slug }) => slug));
  const before = Object.entries(measuredCosts).filter(([name]) => {
    const [slug = ''] = name.split(':');
    return !isWanted(names.has(slug) ? slug : 'operations');
  });
  const rows = [...before, ...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const reference = wanted.size === 0 ? Math.min(...references) : referenceMicroseconds;
  writeFileSync(
    file,
    `// Written by npm run costs. See bench/README.md.

/** What the work of \`bench/engine/exact-clock.ts\`, the same on every machine, took where the costs were measured. */
export const referenceMicroseconds = ${reference.toPrecision(3)};

/**
 * What tools and operations cost: microseconds of processor time for a short text, and for each 1,000 characters.
 * Everyday texts take no longer with any options, and the hardest texts at most four times as long. \`slug:class\` is a
 * class of \`ToolDefinition.costClasses\`. Tools that load a library, or match a pattern of the user, have no figures,
 * because they never run on the event loop.
 */
export const measuredCosts: Readonly<
  Record<string, readonly [fixed: number, perThousand: number] | 'library' | 'pattern'>
> = {
${rows.map(([name, measured]) => `  ${keyOf(name)}: ${figuresText(measured)},\n`).join('')}};
`,
  );
}

function keyOf(name: string): string {
  return /^[a-z]+$/.test(name) ? name : `'${name}'`;
}

function figuresText(measured: Measured): string {
  return typeof measured === 'string' ? `'${measured}'` : `[${measured.join(', ')}]`;
}
