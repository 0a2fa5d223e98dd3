import { cpus } from 'node:os';
import { Bench } from 'tinybench';
import { loadCatalogue } from '../engine/catalogue.js';
import { createEngine } from '../engine/execute.js';
import type { OperationName } from '../engine/operations/operation.js';
import { corpusNames, lines, text, urls } from './corpora.js';

/**
 * `npm run bench`: each operation through the engine's door, bytes to bytes, beside the floor of its own body: decode,
 * parse, stringify and encode, with nothing done in between. What counts is the ratio; seconds differ by machine.
 */

interface Case {
  readonly name: string;
  readonly operation: OperationName;
  readonly body: Buffer;
}

const cases: Case[] = [
  { name: 'sanitize, 500 URLs', operation: 'sanitize', body: json({ urls: urls(500) }) },
  ...corpusNames.map((corpus): Case => {
    return {
      name: `sort-dedupe, 5,000 lines, ${corpus}`,
      operation: 'sort-dedupe',
      body: json({ lines: lines(corpus, 5_000) }),
    };
  }),
  ...corpusNames.map((corpus): Case => {
    const body = json({ input: text(corpus, 500_000), steps: ['upper-case'] });
    return { name: `upper-case, 500,000 characters, ${corpus}`, operation: 'run', body };
  }),
];

const engine = createEngine(await loadCatalogue());
process.stdout.write(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}; milliseconds, medians\n\n`);
process.stdout.write(`${'case'.padEnd(44)}${'engine'.padStart(9)}${'floor'.padStart(9)}${'ratio'.padStart(8)}\n`);
for (const { name, operation, body } of cases) {
  const bench = new Bench({ time: 500, warmupTime: 100 });
  bench.add('engine', () => void engine.execute(operation, body));
  bench.add('floor', () => void Buffer.from(JSON.stringify(JSON.parse(body.toString()))));
  const [measured = Number.NaN, floor = Number.NaN] = (await bench.run()).map(({ result }) =>
    result.state === 'completed' ? result.latency.p50 : Number.NaN,
  );
  const columns = [
    measured.toFixed(3).padStart(9),
    floor.toFixed(3).padStart(9),
    (measured / floor).toFixed(2).padStart(8),
  ];
  process.stdout.write(`${name.padEnd(44)}${columns.join('')}\n`);
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
