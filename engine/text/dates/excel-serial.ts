const dayMs = 86_400_000;

/** The day 0 of the two systems in which spreadsheets count days, in milliseconds since 1970. */
const excelBases = { excel: Date.UTC(1899, 11, 31), 'excel-1904': Date.UTC(1904, 0, 1) } as const;

type ExcelBase = keyof typeof excelBases;

/** Excel counts 29 February 1900, which did not exist, since Lotus 1-2-3 did. */
const falseLeapDay = 60;
const lastTime = Date.UTC(10_000, 0, 1);

/**
 * Parses a serial day of Excel, such as `45123.5`, into milliseconds since 1970 as if its clocks were those of UTC. Rounds to
 * the millisecond, because half past eight is 0.354166666666667. A comma is a decimal mark as well. Days below 1 in the
 * system of 1900 are times of day: they are on 31 December 1899.
 *
 * @returns a sentence that says why the text is not such a day.
 */
export function parseExcelSerial(text: string, base: ExcelBase): number | string {
  const [, days, fraction = ''] = /^(\d{1,7})(?:[.,](\d{1,30}))?$/.exec(text) ?? [];
  if (days === undefined) return 'not a serial day of Excel';
  const day = Number(days);
  if (base === 'excel' && day === falseLeapDay) return 'no such date: day 60 of Excel is 29 February 1900';
  const time = dayStart(day, base) + Math.round(Number(`0.${fraction}`) * dayMs);
  return time < lastTime ? time : 'no such date: Excel ends with the year 9999';
}

/**
 * Returns the serial day of a time on the clocks, given as if it were UTC; undefined outside the range of Excel.
 */
export function excelSerial(local: number, base: ExcelBase): string | undefined {
  const since = local - excelBases[base];
  if (since < 0 || local >= lastTime) return undefined;
  const isBehindFalseDay = base === 'excel' && since >= falseLeapDay * dayMs;
  // Ten digits tell milliseconds apart, and are never written with an exponent.
  const written = (since / dayMs + (isBehindFalseDay ? 1 : 0)).toFixed(10);
  return /^\d+(?:\.\d*[1-9])?/.exec(written)?.[0];
}

function dayStart(day: number, base: ExcelBase): number {
  const existing = base === 'excel' && day > falseLeapDay ? day - 1 : day;
  return excelBases[base] + existing * dayMs;
}
