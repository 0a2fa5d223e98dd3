import { ToolError } from '../../../core/errors.js';
import { csso, type StyleSheet } from './css-tokens.js';

/** Less than a second's work, in comparisons of two declarations. Bootstrap takes a twentieth. */
const maxWork = 4_000_000;
/** The selectors of a list that are passed in the time of one comparison. */
const selectorsPerComparison = 4;

/**
 * Limits the work of the library when it merges rules. It compares each rule with those before and after it, up to one of
 * equal specificity and element: with thousands of element names, with all of them. And it puts the selectors of merged
 * rules into order one by one.
 *
 * It reads `pseudoSignature` of both rules whenever it compares two, so the work is counted there; also where it adds a
 * selector, and where it looks through the rules of an at-rule.
 *
 * @throws {ToolError} from the library, when it has worked too much.
 */
export function limitComparisons(sheet: StyleSheet): void {
  let work = 0;
  const add = (more: number): void => {
    work += more;
    if (work > maxWork) throw new ToolError('there are too many rules to restructure: set restructure to false');
  };
  csso().syntax.walk(sheet, (node) => {
    // The library removes empty rules first.
    if ((node.type === 'Rule' || node.type === 'Atrule') && node.block?.children.isEmpty) return;
    if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
      const selectors = node.prelude.children;
      const declarations = node.block.children.size;
      let { size } = selectors;
      const insert = selectors.insert.bind(selectors);
      selectors.insert = (...args) => {
        add(size++ / selectorsPerComparison);
        return insert(...args);
      };
      let signature: unknown;
      Object.defineProperty(node, 'pseudoSignature', {
        get() {
          add(1 + declarations + size / selectorsPerComparison);
          return signature;
        },
        set(value) {
          signature = value;
        },
      });
    } else if (node.type === 'Atrule' && node.block !== null) {
      const { children } = node.block;
      const { size } = children;
      children.some = new Proxy(children.some, {
        apply(some, list, args) {
          add(size);
          return Reflect.apply(some, list, args);
        },
      });
    }
  });
}
