import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { countRows, HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { sampleOf, samplingOptions } from '../../text/order/sampling.js';

export default defineTool({
  slug: 'csv-sample',
  title: 'Sample CSV rows',
  description:
    'Keeps a random sample of the rows of CSV, in their order and below their header. The sample depends on the seed: the same rows with the same seed always give the same sample. Do not use it for draws that must be fair.',
  config: Type.Object({
    ...samplingOptions('rows'),
    delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
    hasHeaders: HasHeaders,
    ...csvFormOptions,
  }),
  examples: [
    { input: 'id,name\n1,Ada\n2,Bob\n3,Cy\n4,Dee', config: { seed: '1', count: 2 }, output: 'id,name\n1,Ada\n2,Bob' },
    { input: 'a\n1\n"2\n3"\n4\n5\n', config: { seed: 'x', percent: 50 }, output: 'a\n"2\n3"\n4\n' },
    { input: '1;2\n3;4', config: { seed: 'x', count: 9, delimiter: ';', hasHeaders: false }, output: '1;2\n3;4' },
  ],
  countItems: countRows,
  run(input, config, limit) {
    const { delimiter, ...csv } = readCsv(input, config.delimiter, config);
    const { header, rows } = namedTable(csv, config.hasHeaders);
    const sample = sampleOf(rows, config);
    return writeCsvLike(input, header === undefined ? sample : [header, ...sample], delimiter, limit);
  },
});
