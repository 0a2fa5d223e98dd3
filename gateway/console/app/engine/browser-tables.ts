/** A table that browsers bring along, as Node.js does, in versions of their own. */
export type Table = 'Unicode' | 'time zones' | 'currencies';

/** Tools that read or write times in zones. */
export const toolsWithZones: ReadonlySet<string> = new Set([
  'csv-date-formatter',
  'csv-describe',
  'csv-filter-rows',
  'csv-sort',
  'date-calculator',
  'date-formatter',
  'dedupe-sort',
  'extract-dates',
  'extract-ip-addresses',
  'json-sort-keys',
  'log-parser',
  'sort-lines',
  'unix-timestamp-converter',
]);

/** Tools that know amounts by the codes of their currencies. */
export const toolsWithCurrencies: ReadonlySet<string> = new Set([
  'csv-date-formatter',
  'csv-describe',
  'csv-explode',
  'csv-filter-rows',
  'csv-group-by',
  'csv-implode',
  'csv-number-formatter',
  'csv-sort',
  'dedupe-sort',
  'extract-ip-addresses',
  'extract-numbers',
  'fixed-width-csv-converter',
  'json-sort-keys',
  'number-formatter',
  'number-statistics',
  'sort-lines',
]);

/** A character that is new in each version of Unicode, the latest first. */
const newCharacters = [
  ['17.0', '\u{10940}'],
  ['16.0', '\u{105c0}'],
  ['15.1', '\u{2ebf0}'],
  ['15.0', '\u{11f00}'],
] as const;

/** Returns the version of this browser's Unicode, as far as it is known here; '' for an older one. */
export function browserUnicode(): string {
  return newCharacters.find(([, character]) => /\P{Cn}/u.test(character))?.[0] ?? '';
}

/**
 * Returns the tables by which the results of tools may differ here from the gateway's: that of Unicode if the browser has
 * another version, which nearly all tools use; those of zones and currencies, whose versions no page can tell, for tools
 * that use them.
 *
 * @param slugs - of the tools.
 * @param gatewayUnicode - `data.unicode` of the catalogue.
 */
export function differingTables(slugs: readonly string[], gatewayUnicode: string): readonly Table[] {
  const tables: Table[] = [];
  if (slugs.length > 0 && browserUnicode() !== gatewayUnicode) tables.push('Unicode');
  if (slugs.some((slug) => toolsWithZones.has(slug))) tables.push('time zones');
  if (slugs.some((slug) => toolsWithCurrencies.has(slug))) tables.push('currencies');
  return tables;
}
