import { csvKind, markdownTableKind, unevenTable } from './delimited-kinds.js';
import type { Detected, TableForm } from './detected.js';
import { base64Kind, garbledKind, hexKind, tokenKind } from './encoded-kinds.js';
import { jsonInTextKind, jsonKind, jsonLinesKind } from './json-kinds.js';
import { logKind, urlKind, yamlKind } from './line-kinds.js';
import { markupInTextKind, markupKind } from './markup-kinds.js';
import { cronKind, exactLogKind, frontMatterKind, headedKind } from './named-kinds.js';
import { plainKind } from './plain-kinds.js';
import { type Sample, sampleOf } from './sample.js';
import { settingsKind } from './settings-kinds.js';
import { queryKind, valuesKind } from './value-kinds.js';

/** The most specific first: a log may look like CSV, but not the other way round. */
const forms: readonly ((sample: Sample) => Detected | undefined)[] = [
  tokenKind,
  headedKind,
  base64Kind,
  hexKind,
  jsonLinesKind,
  jsonKind,
  markupKind,
  markdownTableKind,
  urlKind,
  valuesKind,
  queryKind,
  cronKind,
  exactLogKind,
  logKind,
  frontMatterKind,
  csvKind,
  settingsKind,
  yamlKind,
  jsonInTextKind,
  markupInTextKind,
];

/**
 * Returns what a text looks like, with the steps that suit it. Looks at the first 100,000 characters, in linear time.
 *
 * @returns its form, if it has one, after letters that were read in a wrong encoding; nothing for prose.
 */
export function detect(text: string): Detected[] {
  const sample = sampleOf(text);
  const found: Detected[] = [];
  const garbled = garbledKind(sample);
  if (garbled !== undefined) found.push(garbled);
  for (const kindOf of forms) {
    const form = kindOf(sample);
    if (form === undefined) continue;
    found.push(form);
    break;
  }
  return found;
}

/**
 * Returns what a text is, as {@link detect}, but always a format: Markdown, SQL, prose and the like, which nothing has to be
 * done to, are told too.
 */
export function detectFormats(text: string): Detected[] {
  const found = detect(text);
  const hasForm = found.some(({ format }) => format !== 'mojibake');
  return hasForm ? found : [...found, plainKind(sampleOf(text))];
}

/** Returns how a text is written that is CSV, also if a few of its rows are longer or shorter; undefined for other texts. */
export function detectTable(text: string, found: readonly Detected[] = detect(text)): TableForm | undefined {
  const form = found.find(({ format }) => format !== 'mojibake');
  return form === undefined ? unevenTable(sampleOf(text)) : form.table;
}
