import { invalidLinesStay, withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { dateConversionOptions, dateConverter } from '../../text/dates/date-conversion.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';

export default defineTool({
  slug: 'date-formatter',
  title: 'Date formatter',
  description:
    'Parses a date on each line and converts it to another format and time zone, to the millisecond. Names of months and days are English. Parts missing from a format are those of 1 January 1970, never of today; time zones follow the database of the Node.js that runs the service.',
  config: Type.Object({
    ...dateConversionOptions,
    invalid: invalidLines(),
  }),
  examples: [
    { input: '2026-11-21T23:30:00Z\n2026-W01-1', output: '2026-11-21\n2025-12-29' },
    {
      input: '21/11/2026 9:05 pm',
      config: {
        inputFormat: 'd/M/yyyy h:mm a',
        outputFormat: "EEEE, d MMMM yyyy 'at' HH:mm ZZ",
        fromZone: 'America/New_York',
        toZone: 'Europe/Paris',
      },
      output: 'Sunday, 22 November 2026 at 03:05 +01:00',
    },
    { input: '1700000000', config: { inputFormat: 'unix', outputFormat: 'iso' }, output: '2023-11-14T22:13:20Z' },
    { input: 'soon\n2026-02-28', config: { invalid: 'keep', outputFormat: 'd MMM yy' }, output: 'soon\n28 Feb 26' },
    { input: '08:30', config: { inputFormat: 'HH:mm', outputFormat: 'iso' }, output: '1970-01-01T08:30:00Z' },
  ],
  heavy: true,
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
