import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { markdownCell, markdownTableLines } from '../../text/markup/markdown-table.js';
import { joinTexts } from '../../text/text-writer.js';

export default defineTool({
  slug: 'csv-to-markdown-table',
  title: 'CSV to Markdown table',
  description:
    'Converts CSV to a Markdown table (GitHub Flavored Markdown). Pipes in cells are escaped and line ends become <br>; other Markdown in cells stays as it is.',
  config: Type.Object({
    delimiter: Delimiter,
    hasHeaders: {
      ...HasHeaders,
      description:
        'The first record names the columns; otherwise the head of the table, which Markdown requires, is empty',
    },
    align: Type.Array(Type.Enum(['left', 'right', 'center', 'none']), {
      default: [],
      maxItems: 500,
      description: 'Alignment of each column, the first column first; none for omitted ones',
    }),
    pretty: Type.Boolean({
      default: true,
      description:
        'Pads cells so that columns line up in the source; a column with a cell wider than 200 is left as it is',
    }),
    ...csvFormOptions,
  }),
  examples: [
    {
      input: 'name,age\nAda,36\nCharles,79',
      config: { align: ['left', 'right'] },
      output: '| name    | age |\n| :------ | --: |\n| Ada     |  36 |\n| Charles |  79 |',
    },
    {
      input: 'a;b\nx|y;"1\n2"',
      config: { delimiter: ';', pretty: false },
      output: '| a | b |\n| --- | --- |\n| x\\|y | 1<br>2 |',
    },
    {
      input: '漢字,1\nx',
      config: { hasHeaders: false },
      output: '|      |     |\n| ---- | --- |\n| 漢字 | 1   |\n| x    |     |',
    },
  ],
  run(input, { delimiter, hasHeaders, align, pretty, ...form }, limit) {
    const { records, width } = readCsv(input, delimiter, form);
    if (width === 0) return '';
    // The smallest table of this width: a long record makes every other one as long.
    limit.check(records.length * width * 3);
    const rows = records.map((record) => record.map(markdownCell));
    const [first = []] = rows;
    const named = hasHeaders ? first : [];
    const header = [...named, ...new Array<string>(width - named.length).fill('')];
    const table = { header, align, rows: hasHeaders ? rows.slice(1) : rows };
    return joinTexts(markdownTableLines(table, { aligned: pretty, padding: 1 }, limit), '\n');
  },
});
