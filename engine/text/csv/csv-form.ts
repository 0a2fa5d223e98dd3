import { Type } from '../../core/schema.js';

/** What delimited text may have beyond RFC 4180. */
export interface CsvForm {
  /** See {@link csvFormOptions}. */
  readonly quotes: 'strict' | 'lenient' | 'none';
  /** What lines that are left out start with; empty for none. */
  readonly comments: string;
  readonly trim: boolean;
}

/** Text as RFC 4180 has it. */
export const rfc4180: CsvForm = { quotes: 'strict', comments: '', trim: false };

/** The options of every tool that reads delimited text. */
export const csvFormOptions = {
  quotes: Type.Enum(['strict', 'lenient', 'none'], {
    default: 'strict',
    description:
      'Reading CSV: strict refuses a quote that is never closed and text behind a closing quote; lenient takes such a quote for a character of the cell; none takes every quote for one',
  }),
  comments: Type.String({
    default: '',
    maxLength: 10,
    description: 'Reading CSV: disregards the lines that start with this, such as #; empty for none',
  }),
  trim: Type.Boolean({
    default: false,
    description:
      'Reading CSV: disregards white space around cells, also before an opening quote and behind a closing one; white space inside quotes stays',
  }),
};
