import { Type } from '../../core/schema.js';

/** The languages whose letters change case in a way of their own; `root` is Unicode's default for all others. */
export const CaseLocale = Type.Enum(['root', 'tr', 'az', 'lt'], {
  default: 'root',
  description:
    'Language with rules of its own: Turkish and Azeri (dotted and dotless i), Lithuanian; root for all others',
});
