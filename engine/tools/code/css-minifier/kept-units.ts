import { csso, type StyleSheet, type Visitors } from './csso.js';

/**
 * The mathematical functions (CSS Values and Units Module Level 4), in which 0 is no length, and functions whose result
 * may be part of one.
 */
const unitFunction =
  /^(?:-\w+-)?(?:calc|min|max|clamp|round|mod|rem|abs|sign|hypot|a?(?:sin|cos|tan)|atan2|pow|sqrt|log|exp|calc-size|env|attr|if|progress|random|--.*)$/i;
/** Where the size that a percentage refers to is indefinite, 0% means auto or none, and 0 does not. */
const sizes =
  /^(?:(?:min-|max-)?(?:width|height|block-size|inline-size)|top|bottom|inset(?:-[a-z-]+)?|grid(?:-[a-z-]+)?|(?:-\w+-)?flex(?:-basis)?|-ms-flex-preferred-size)$/i;
/** A third number without a unit is no size for some browsers. */
const flex = /^(?:-\w+-)?flex$/i;

/**
 * Protects the units of zeros that the library would remove although they have a meaning, by making them raw text. The
 * library itself only knows zeros that stand immediately in `calc`, `min`, `max` and `clamp`.
 */
export function keepUnits(sheet: StyleSheet): void {
  let depth = 0;
  const visitors: Visitors = {
    enter(node, item) {
      if (node.type === 'Function' && unitFunction.test(node.name)) depth++;
      if ((node.type === 'Dimension' || node.type === 'Percentage') && Number(node.value) === 0) {
        const property = this.declaration?.property ?? '';
        const isKept =
          depth > 0 ||
          // The initial value of a property is text that is used anywhere.
          this.atrule?.name.toLowerCase() === 'property' ||
          (node.type === 'Percentage' ? sizes : flex).test(property);
        if (isKept) item.data = { type: 'Raw', value: `0${node.type === 'Percentage' ? '%' : node.unit}` };
      }
      // The library changes no numbers there.
      return node.type === 'SelectorList' ? this.skip : undefined;
    },
    leave(node) {
      if (node.type === 'Function' && unitFunction.test(node.name)) depth--;
    },
  };
  csso().syntax.walk(sheet, visitors);
}
