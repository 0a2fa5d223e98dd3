/**
 * Tools whose results may differ from the gateway's where the tables of Unicode, languages or time zones differ between the
 * browser and Node.js.
 */
export const toolsWithTables: ReadonlySet<string> = new Set([]);
