import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';
import { CaseLocale, lowerCaseIn } from '../../text/unicode/case-mapping.js';

/** Digraphs such as ǅ are in title case, which is neither upper nor lower, so they stay. */
const runs = /\p{Uppercase}+|\p{Lowercase}+/gu;

export default defineTool({
  slug: 'swap-case',
  title: 'Swap case',
  description:
    'Swaps upper and lower case: capitals become small letters and small letters capitals. Doing it twice restores the text, except for letters without a counterpart: ß becomes SS, and İ becomes i unless locale is tr or az.',
  config: Type.Object({ locale: CaseLocale }),
  examples: [
    { input: 'Hello, World', output: 'hELLO, wORLD' },
    { input: 'cAPS LOCK WAS ON', output: 'Caps lock was on' },
    { input: 'straße', output: 'STRASSE' },
    { input: 'İi Iı', config: { locale: 'tr' }, output: 'iİ ıI' },
    { input: 'ΛΌΓΟΣ 123 漢字', output: 'λόγος 123 漢字' },
  ],
  lineByLine: true,
  keepsLines: true,
  run: (input, { locale }) =>
    replaceMatches(input, runs, (run, offset: number) => {
      const isSmall = run === run.toLowerCase();
      if (locale === 'root') return isSmall ? run.toUpperCase() : lowerCaseInContext(input, run, offset);
      return isSmall ? run.toLocaleUpperCase(locale) : run.toLocaleLowerCase(locale);
    }),
});

/**
 * Returns a run of capitals in lower case; the final sigma of a word has a special form, which depends on its context.
 */
function lowerCaseInContext(text: string, run: string, offset: number): string {
  if (!run.includes('Σ')) return lowerCaseIn(run, 'root');
  const before = isLetterOrMark(text, offset - 1) ? 'x' : '';
  const after = isLetterOrMark(text, offset + run.length) ? 'x' : '';
  const lowered = lowerCaseIn(before + run + after, 'root');
  return lowered.slice(before.length, lowered.length - after.length);
}

function isLetterOrMark(text: string, offset: number): boolean {
  return /[\p{L}\p{M}]/u.test(text.charAt(offset));
}
