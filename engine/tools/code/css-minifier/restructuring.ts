import { ToolError } from '../../../core/errors.js';
import { type AtRule, csso, type StyleSheet, type Visitors } from './csso.js';

/** Less than a second's work, in comparisons of two declarations. Bootstrap takes a twentieth. */
const maxWork = 4_000_000;
/** The selectors of a list that are passed in the time of one comparison. */
const selectorsPerComparison = 4;
/**
 * The most rules and declarations together. Each is parsed and prepared, even if it is compared with no other: so many of
 * the shortest take the library as long as the slowest texts take other tools.
 */
const maxSize = 50_000;

type Rule = Extract<StyleSheet, { type: 'Rule' }>;
/** Counts work. @throws {ToolError} once it is too much. */
type Add = (work: number) => void;

/**
 * Limits the work of the library when it restructures a style sheet. It compares each rule with those before and after
 * it, up to one of equal specificity and element: with thousands of element names, with all of them. And it puts the
 * selectors of merged rules into order one by one.
 *
 * It reads `pseudoSignature` of both rules whenever it compares two, so the work is counted there; also where it adds a
 * selector, and where it looks through the rules of an at-rule.
 *
 * @throws {ToolError} if there are too many rules; also later from the library, when it has worked too much.
 */
export function limitRestructuring(sheet: StyleSheet): void {
  let size = 0;
  let work = 0;
  const add: Add = (more) => {
    work += more;
    if (work > maxWork) throw new ToolError('there are too many rules to restructure: set restructure to false');
  };
  const visitors: Visitors = {
    enter(node) {
      const { type } = node;
      if (type === 'Rule' || type === 'Atrule' || type === 'Declaration') size++;
      if (type === 'Rule') limitRule(node, add);
      else if (type === 'Atrule') limitAtRule(node, add);
      return type === 'SelectorList' || type === 'Value' ? this.skip : undefined;
    },
  };
  csso().syntax.walk(sheet, visitors);
  if (size <= maxSize) return;
  throw new ToolError(
    `${size} rules and declarations are too many to restructure (maximum ${maxSize}): set restructure to false`,
  );
}

function limitRule(rule: Rule, add: Add): void {
  const { block, prelude } = rule;
  // The library removes empty rules first.
  if (block.children.isEmpty || prelude.type !== 'SelectorList') return;
  const selectors = prelude.children;
  const declarations = block.children.size;
  let { size } = selectors;
  const insert = selectors.insert.bind(selectors);
  selectors.insert = (...args) => {
    add(size++ / selectorsPerComparison);
    return insert(...args);
  };
  let signature: unknown;
  Object.defineProperty(rule, 'pseudoSignature', {
    get() {
      add(1 + declarations + size / selectorsPerComparison);
      return signature;
    },
    set(value) {
      signature = value;
    },
  });
}

function limitAtRule({ block }: AtRule, add: Add): void {
  if (block === null || block.children.isEmpty) return;
  const { children } = block;
  const { size } = children;
  children.some = new Proxy(children.some, {
    apply(some, list, args) {
      add(size);
      return Reflect.apply(some, list, args);
    },
  });
}
