import { csso, type StyleSheet } from './css-tokens.js';

type Visitors = Extract<
  Parameters<ReturnType<typeof csso>['syntax']['walk']>[1],
  { visit?: never; reverse?: boolean | undefined }
>;

/** The mathematical functions (CSS Values and Units Module Level 4), in which 0 is no length, and `env()`. */
const unitFunction =
  /^(?:-\w+-)?(?:calc|min|max|clamp|round|mod|rem|abs|sign|hypot|a?(?:sin|cos|tan)|atan2|pow|sqrt|log|exp|calc-size|env)$/i;
/** `flex-basis: 0%` differs from 0 in a container of indefinite size. */
const flexBasis = /^(?:-\w+-)?flex-basis$|^-ms-flex-preferred-size$/i;

/**
 * Protects the units of zeros that the library would remove although they have a meaning, by making them raw text. The
 * library itself only knows zeros that stand immediately in `calc`, `min`, `max` and `clamp`.
 */
export function keepUnits(sheet: StyleSheet): void {
  let depth = 0;
  const visitors: Visitors = {
    enter(node, item) {
      if (node.type === 'Function' && unitFunction.test(node.name)) depth++;
      if (node.type !== 'Dimension' && node.type !== 'Percentage') return;
      const isBasis = node.type === 'Percentage' && flexBasis.test(this.declaration?.property ?? '');
      if ((depth === 0 && !isBasis) || Number(node.value) !== 0) return;
      item.data = { type: 'Raw', value: `0${node.type === 'Percentage' ? '%' : node.unit}` };
    },
    leave(node) {
      if (node.type === 'Function' && unitFunction.test(node.name)) depth--;
    },
  };
  csso().syntax.walk(sheet, visitors);
}
