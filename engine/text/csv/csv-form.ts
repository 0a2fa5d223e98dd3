import { Type } from '../../core/schema.js';

/** The extensions of RFC 4180 that delimited text may use. */
export interface CsvForm {
  /** See {@link csvFormOptions}. */
  readonly quotes: 'strict' | 'lenient' | 'none' | 'backslash';
  /** The prefix of lines to skip; empty for none. */
  readonly comments: string;
  readonly trim: boolean;
  /** Whether blanks may stand between a closing quote and the next delimiter. They may where a delimiter is guessed. */
  readonly blanksAfterQuotes?: boolean;
  /** Whether a quote behind blanks opens a cell. See `delimitedText`. */
  readonly blanksBeforeQuotes?: boolean;
}

/** Text that follows RFC 4180. */
export const rfc4180: CsvForm = { quotes: 'strict', comments: '', trim: false };

/** The options of every tool that reads delimited text. */
export const csvFormOptions = {
  quotes: Type.Enum(['strict', 'lenient', 'none', 'backslash'], {
    default: 'strict',
    description:
      'Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a quote as a character of the cell; none reads every quote as one; backslash reads \\" as a quote and \\\\ as a backslash, as MySQL writes them, also \\n, \\t, \\r, \\b, \\0, \\Z and escaped delimiters, and leaves \\N (NULL) as it is',
  }),
  comments: Type.String({
    default: '',
    maxLength: 10,
    description: 'Reading CSV: ignores lines that start with this, such as #; empty for none',
  }),
  trim: Type.Boolean({
    default: false,
    description:
      'Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space inside quotes stays',
  }),
};
