import type { CssNode, List, Rule } from 'css-tree';
import { ToolError } from '../../../core/errors.js';
import { csso, type StyleSheet } from './css-tokens.js';

/** Less than a second's work, in comparisons of two declarations. Bootstrap takes a twentieth. */
const maxWork = 4_000_000;
/** The selectors of a list that are passed in the time of one comparison. */
const selectorsPerComparison = 4;

/** The work of the current run. There is never more than one run, because each is synchronous. */
let work = 0;

function add(more: number): void {
  work += more;
  if (work > maxWork) throw new ToolError('there are too many rules to restructure: set restructure to false');
}

type Nodes = List<CssNode>;

/** A list that counts what it is searched, and what is put into it. */
interface CountedList extends Nodes {
  length: number;
}

/** A rule that counts how often it is compared. */
interface CountedRule extends Rule {
  selectors: CountedList;
  declarations: number;
  signature: unknown;
}

// Prototypes, because functions for each rule would take half as much memory again as the syntax tree.
const rulePrototype = {
  get pseudoSignature(): unknown {
    const { declarations, selectors, signature } = this as unknown as CountedRule;
    add(1 + declarations + selectors.length / selectorsPerComparison);
    return signature;
  },
  set pseudoSignature(signature: unknown) {
    (this as unknown as CountedRule).signature = signature;
  },
};

let listPrototype: object | undefined;

/** Makes a list count. */
function counted(list: Nodes): CountedList {
  listPrototype ??= makeListPrototype(Object.getPrototypeOf(list));
  const length = list.size;
  return Object.assign(Object.setPrototypeOf(list, listPrototype) as CountedList, { length });
}

function makeListPrototype(library: Nodes): object {
  return Object.setPrototypeOf(
    {
      insert(this: CountedList, ...args: Parameters<Nodes['insert']>) {
        add(this.length++ / selectorsPerComparison);
        return library.insert.apply(this, args);
      },
      some(this: CountedList, ...args: Parameters<Nodes['some']>) {
        add(this.length);
        return library.some.apply(this, args);
      },
    },
    library,
  );
}

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
  work = 0;
  csso().syntax.walk(sheet, (node) => {
    // The library removes empty rules first.
    if ((node.type === 'Rule' || node.type === 'Atrule') && node.block?.children.isEmpty) return;
    if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
      const selectors = counted(node.prelude.children);
      const declarations = node.block.children.size;
      Object.assign(Object.setPrototypeOf(node, rulePrototype), { selectors, declarations, signature: undefined });
    } else if (node.type === 'Atrule' && node.block !== null) {
      counted(node.block.children);
    }
  });
}
