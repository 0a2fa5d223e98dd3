import { cellAt } from '#engine/text/detection/delimited-kinds.js';
import { detect, detectTable } from '#engine/text/detection/detect.js';
import type { TableKind } from '#gateway/console/engine/tables/messages.js';

/** Returns how a text can be read as a table; undefined if it is none. Looks at its beginning. */
export function tableKind(text: string): TableKind | undefined {
  const found = detect(text).find(({ format }) => format !== 'mojibake');
  if (found === undefined)
    return detectTable(text, []) !== undefined || isRaggedTable(text) ? { format: 'csv' } : undefined;
  const { format, label, suggestions } = found;
  if (format === 'csv' || format === 'tsv') return { format: 'csv' };
  if (format === 'ndjson') return { format };
  if (format === 'json') return label === 'a JSON list' ? { format } : undefined;
  if (format === 'markdown-table') return { format: 'markdown' };
  for (const { steps } of suggestions) {
    const [step] = steps;
    if (typeof step === 'object' && step.toolSlug === 'log-parser')
      return { format: 'log', log: String(step.config.from) };
  }
  return undefined;
}

const delimiters = [',', ';', '\t', '|'];
const sampled = 30;
/** How many of the first records have to be as long as the header. */
const leastShare = 0.5;

/** Whether most records of a text have as many cells as the first, three at least. */
function isRaggedTable(text: string): boolean {
  const beginning = text.slice(0, 100_000).replace(/^\ufeff?(?:"?sep=.?"?(?:\r\n?|\n))?/i, '');
  return delimiters.some((delimiter) => {
    const lengths: number[] = [];
    let cells = 0;
    for (let at = 0; at < beginning.length && lengths.length < sampled; ) {
      const cell = cellAt(beginning, at, delimiter);
      if (cell === undefined) return false;
      cells++;
      at = cell.end;
      if (!beginning.startsWith(delimiter, at)) {
        if (cells > 1 || cell.value.trim() !== '') lengths.push(cells);
        cells = 0;
        at += beginning.startsWith('\r\n', at) ? 1 : 0;
      }
      at++;
    }
    const [first = 0] = lengths;
    return (
      first > 2 &&
      lengths.length > 2 &&
      lengths.filter((length) => length === first).length >= leastShare * lengths.length
    );
  });
}
