import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineChart } from './chart.js';
import { factsLine, factsOf } from './facts.js';
import { dispatchCost } from './http/dispatch-cost.js';
import { inlineSettings } from './http/inline-settings.js';
import { Progress } from './progress.js';
import { resultsFolder } from './results.js';
import type { Context } from './row.js';

// `npm run bench:inline`: helps to choose INLINE_MAX_BYTES. Draws as curves what a job costs the event loop if it runs there
// and if it is dispatched, and how the setting affects clients, in bench/results. Takes ten minutes.

const rounds = 5;

const progress = new Progress(process.stderr);
const context: Context = { rounds, progress: (what) => progress.say(what) };
const charts = [...(await dispatchCost(context)), ...(await inlineSettings(context))];
progress.clear();
const facts = factsOf({ rounds, when: new Date() });
for (const { title, x, y, series } of charts) {
  const svg = lineChart({
    title,
    series,
    xAxis: x,
    yAxis: y,
    yScale: y === 'ms' ? 'logarithmic' : 'linear',
    foot: factsLine(facts),
  });
  writeFileSync(join(resultsFolder, `inline-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.svg`), svg);
  process.stdout.write(`${title} (${y} by ${x})\n`);
  for (const { name, points } of series) {
    process.stdout.write(`  ${name}: ${points.map((point) => `${point.x} ${point.y.toPrecision(3)}`).join(', ')}\n`);
  }
}
