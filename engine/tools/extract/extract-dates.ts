import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { YearOfDates } from '../../text/dates/date-conversion.js';
import type { DateFormat } from '../../text/dates/date-parser.js';
import { readTokens } from '../../text/dates/date-tokens.js';
import { dateTimeAt } from '../../text/dates/date-zones.js';
import { luxon } from '../../text/dates/luxon.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { foundTextOptions, listFoundTexts } from '../../text/lines/found-texts.js';
import { dateFormats, datesInText, type FoundDate } from './extract-dates/dates-in-text.js';

export default defineTool({
  slug: 'extract-dates',
  title: 'Extract dates',
  description:
    'Finds the dates in a text that match one of the given formats, and on request writes them all as ISO 8601. Names of months and days are English; words such as "tomorrow" and days that do not exist are skipped.',
  config: Type.Object({
    formats: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      default: ['yyyy-MM-dd', 'dd/MM/yyyy'],
      minItems: 1,
      maxItems: 10,
      description: `Formats of the dates: ${readTokens}. Put text in single quotes. If two formats match, the longer date wins, or that of the first format`,
    }),
    format: Type.Enum(['raw', 'iso'], {
      default: 'raw',
      description:
        'raw returns dates as written; iso writes 2026-11-21, with the time if the format has one, and in UTC if it has an offset or a zone',
    }),
    year: Type.Optional(YearOfDates),
    ...foundTextOptions('date', 'dates'),
    unique: Type.Boolean({
      default: true,
      description: 'Returns each date once, in the order of first occurrence, in any format',
    }),
    sort: Type.Boolean({ default: false, description: 'Sorts the dates by time, the earliest first' }),
  }),
  examples: [
    {
      input: 'Ordered 2026-11-21, due 05/12/2026 (not 2026-02-30).',
      output: '2026-11-21\n05/12/2026',
    },
    {
      input: 'From Nov 21, 2026 to 3 December 2026',
      config: { formats: ['MMM d, yyyy', 'd MMMM yyyy'], format: 'iso' },
      output: '2026-11-21\n2026-12-03',
    },
    {
      input: '21.11.2026, 1.2.2026 and 01.02.2026',
      config: { formats: ['d.M.yyyy'], sort: true, separator: ' < ' },
      output: '1.2.2026 < 21.11.2026',
    },
    {
      input: '2026-11-21T10:30+01:00',
      config: { formats: ["yyyy-MM-dd'T'HH:mmZZ"], format: 'iso' },
      output: '2026-11-21T09:30:00Z',
    },
    { input: 'build-2026-11-211 of 20261121 tomorrow', output: '' },
  ],
  run(input, { formats: written, format, year, ...options }) {
    const formats = dateFormats(written, 'formats', year);
    const yearless = formats.findIndex(({ units }) => !units.has('y') && !units.has('k'));
    if (format === 'iso' && yearless >= 0 && year === undefined) {
      throw new ToolError(`formats: "${written[yearless]}" has no year, which the format iso needs; set year`);
    }
    const { text: readable } = readableText(input);
    const instants = new Map<string, number>();
    const texts: string[] = [];
    for (const found of datesInText(readable, formats)) {
      const text = format === 'raw' ? readable.slice(found.start, found.end) : isoDate(found);
      if (!instants.has(text)) instants.set(text, found.instant);
      texts.push(text);
    }
    const instantOf = (text: string) => instants.get(text) ?? 0;
    return listFoundTexts(texts, options, {
      keyOf: (text) => String(instantOf(text)),
      sorted: (texts) => texts.toSorted((a, b) => instantOf(a) - instantOf(b)),
    });
  },
});

function isoDate({ instant, format: { units } }: FoundDate): string {
  const dateTime = dateTimeAt(instant, luxon().FixedOffsetZone.utcInstance);
  const text = hasTime(units)
    ? dateTime?.toISO({ suppressMilliseconds: true, includeOffset: units.has('Z') || units.has('z') })
    : dateTime?.toISODate();
  return text ?? '';
}

function hasTime(units: DateFormat['units']): boolean {
  return (['H', 'h', 'm', 's', 'S', 'Z', 'z'] as const).some((unit) => units.has(unit));
}
