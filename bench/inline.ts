import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineChart } from './chart.js';
import { factsLine, factsOf } from './facts.js';
import { inlineCurve } from './http/inline-curve.js';
import { Progress } from './progress.js';
import { resultsFolder } from './results.js';

// `npm run bench:inline`: draws the effects of INLINE_MAX_BYTES as curves in bench/results. Takes ten minutes.

const rounds = 5;

const progress = new Progress(process.stderr);
const charts = await inlineCurve.run({ rounds, progress: (what) => progress.say(what) });
progress.clear();
const facts = factsOf({ rounds, when: new Date() });
writeFileSync(join(resultsFolder, 'inline-threshold.json'), `${JSON.stringify({ facts, charts }, undefined, 2)}\n`);
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
