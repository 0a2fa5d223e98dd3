import { invalidLinesStay, withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { dateConversionOptions, dateConverter } from '../../text/dates/date-conversion.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';

export default defineTool({
  slug: 'date-formatter',
  title: 'Date formatter',
  description:
    'Parses a date on each line, in one of several formats, and converts it to another format and time zone, to the millisecond. Names of months and days are English. A missing year must be given; other parts missing from a format are those of 1 January 1970, never of today; time zones follow the database of the Node.js that runs the service.',
  config: Type.Object({
    ...dateConversionOptions,
    invalid: invalidLines(),
  }),
  examples: [
    { input: '2026-11-21T23:30:00Z\n2026-W01-1', output: '2026-11-21\n2025-12-29' },
    {
      input: '21/11/2026 9:05 pm',
      config: {
        inputFormats: ['d/M/yyyy h:mm a'],
        outputFormat: "EEEE, d MMMM yyyy 'at' HH:mm ZZ",
        fromZone: 'America/New_York',
        toZone: 'Europe/Paris',
      },
      output: 'Sunday, 22 November 2026 at 03:05 +01:00',
    },
    { input: '1700000000', config: { inputFormats: ['unix'], outputFormat: 'iso' }, output: '2023-11-14T22:13:20Z' },
    { input: 'soon\n2026-02-28', config: { invalid: 'keep', outputFormat: 'd MMM yy' }, output: 'soon\n28 Feb 26' },
    {
      input: 'Sept 3, 2026\n4th of March 2026\n2026-03-05 08:00:00 +0200',
      config: { inputFormats: ['iso', 'MMM d, yyyy', "do 'of' MMMM yyyy"] },
      output: '2026-09-03\n2026-03-04\n2026-03-05',
    },
    {
      input: 'Mar  5 12:00:01',
      config: { inputFormats: ['MMM d HH:mm:ss'], year: 2026, outputFormat: 'iso' },
      output: '2026-03-05T12:00:01Z',
    },
    { input: '45123.5', config: { inputFormats: ['excel'], outputFormat: 'iso' }, output: '2023-07-16T12:00:00Z' },
    { input: '08:30', config: { inputFormats: ['HH:mm'], outputFormat: 'iso' }, output: '1970-01-01T08:30:00Z' },
  ],
  keepsLines: [{ outputFormat: withoutLineEnds, invalid: invalidLinesStay }],
  run(input, { invalid, ...conversion }, limit) {
    const converted = dateConverter(conversion);
    const convert = (line: string) => {
      const result = converted(line);
      return 'date' in result ? result.date : new LineProblem(result.reason);
    };
    return convertLines(input, { convert, invalid }, limit);
  },
});
