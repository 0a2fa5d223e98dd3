import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { csvLine } from '../../text/csv/csv.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { TextWriter } from '../../text/text-writer.js';
import { fingerprint, ngramFingerprint } from './cluster-values/fingerprint.js';

const config = Type.Object({
  method: Type.Enum(['fingerprint', 'ngram-fingerprint'], {
    default: 'fingerprint',
    description:
      'Which spellings belong together, as in OpenRefine: those with the same words in any order, without case, accents and punctuation; or those with the same sequences of characters, also without blanks, which finds more and is wrong more often',
  }),
  ngramSize: Type.Integer({
    default: 2,
    minimum: 1,
    maximum: 10,
    description: 'Method ngram-fingerprint: how many characters are a sequence; shorter values are in no cluster',
  }),
  output: Type.Enum(['clusters', 'text'], {
    default: 'clusters',
    description:
      'What to write: the spellings of each cluster with their numbers of lines, or the text with each spelling replaced by the most frequent one of its cluster (the first of several)',
  }),
  format: Type.Enum(['csv', 'json'], {
    default: 'csv',
    description:
      'Output clusters: a table with the columns cluster (its most frequent spelling), value and count; or an array of objects',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'cluster-values',
  title: 'Cluster values',
  description:
    'Finds different spellings of the same value, one value per line, by key collision as OpenRefine does: Acme Inc., ACME INC and "Inc, Acme". Lists the clusters with counts, most lines first, or writes the most frequent spelling everywhere. Values with only one spelling are not listed.',
  config,
  examples: [
    {
      input: 'Acme Inc.\nBolt\nACME inc\nAcme Inc.\nInc, Acmé',
      output: 'cluster,value,count\nAcme Inc.,Acme Inc.,2\nAcme Inc.,ACME inc,1\nAcme Inc.,"Inc, Acmé",1',
    },
    {
      input: 'Acme Inc.\nBolt\nACME inc\nAcme Inc.\n',
      config: { output: 'text' },
      output: 'Acme Inc.\nBolt\nAcme Inc.\nAcme Inc.\n',
    },
    {
      input: 'New York\nnewyork',
      config: { method: 'ngram-fingerprint', format: 'json' },
      output:
        '[\n  {\n    "cluster": "New York",\n    "count": 2,\n    "values": [\n      {\n        "value": "New York",\n        "count": 1\n      },\n      {\n        "value": "newyork",\n        "count": 1\n      }\n    ]\n  }\n]',
    },
    { input: '-\n?\n\n', output: 'cluster,value,count' },
  ],
  run(input, config, limit) {
    const { lines, ...form } = splitLines(input);
    const clusters = clustersOf(lines, config, limit);
    if (config.output === 'clusters') return writers[config.format](clusters, limit);
    return joinLines(replaced(lines, clusters, limit), form);
  },
});

/** The spellings of a value, most frequent first, equal ones in the order of appearance. */
interface Cluster {
  readonly spellings: readonly Spelling[];
  readonly count: number;
}

interface Spelling {
  readonly value: string;
  count: number;
}

/** Returns the clusters of at least two spellings, those of most lines first. A value without a key is in no cluster. */
function clustersOf(lines: readonly string[], { method, ngramSize }: Config, limit: OutputLimit): Cluster[] {
  const counts = new Map<string, Spelling>();
  for (const value of lines) {
    const known = counts.get(value);
    if (known === undefined) counts.set(value, { value, count: 1 });
    else known.count++;
  }
  const byKey = new Map<string, Spelling[]>();
  for (const spelling of counts.values()) {
    const { value } = spelling;
    const key = method === 'fingerprint' ? fingerprint(value, limit) : ngramFingerprint(value, ngramSize, limit);
    if (key === '') continue;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [spelling]);
    else known.push(spelling);
  }
  return [...byKey.values()]
    .filter(({ length }) => length > 1)
    .map((spellings) => ({
      spellings: spellings.sort((a, b) => b.count - a.count),
      count: spellings.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((a, b) => b.count - a.count);
}

function mostFrequent({ spellings }: Cluster): string {
  return spellings[0]?.value ?? '';
}

function replaced(lines: readonly string[], clusters: readonly Cluster[], limit: OutputLimit): string[] {
  const replacements = new Map<string, string>();
  for (const cluster of clusters) {
    for (const { value } of cluster.spellings) replacements.set(value, mostFrequent(cluster));
  }
  let length = 0;
  return lines.map((line) => {
    const replacement = replacements.get(line) ?? line;
    length += replacement.length;
    limit.check(length);
    return replacement;
  });
}

const writers: Readonly<Record<Config['format'], (clusters: readonly Cluster[], limit: OutputLimit) => string>> = {
  csv(clusters, limit) {
    const csv = new TextWriter(limit);
    csv.write('cluster,value,count');
    for (const cluster of clusters) {
      for (const { value, count } of cluster.spellings) {
        csv.write(`\n${csvLine([mostFrequent(cluster), value, `${count}`], ',')}`);
      }
    }
    return csv.toString();
  },
  json(clusters, limit) {
    const json = new TextWriter(limit);
    json.write('[');
    for (const { spellings, count } of clusters) {
      const cluster = { cluster: spellings[0]?.value, count, values: spellings };
      json.write(`${json.length > 1 ? ',' : ''}${JSON.stringify([cluster], null, 2).slice(1, -2)}`);
    }
    json.write(clusters.length === 0 ? ']' : '\n]');
    return json.toString();
  },
};
