import { type AtRule, csso, forEachAtRule, type StyleSheet, type Visitors } from './csso.js';

/**
 * At-rules that do nothing if they are empty. Of others, an empty one may replace an earlier one of its name, as
 * keyframes, or define the order of layers.
 */
const nothingIfEmpty = /^(?:media|supports|container|scope|starting-style|font-face|page|property)$/;

/**
 * Returns the at-rules that must be left after compression; undefined if the library would remove one that matters. It
 * removes all that contain no declarations.
 */
export function atRulesWithMeaning(sheet: StyleSheet): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  let isKept = true;
  // Declarations and other things to keep, so far and before each open at-rule.
  let contents = 0;
  const before: number[] = [];
  const visitors: Visitors = {
    enter(node) {
      const { type } = node;
      if (type === 'Atrule') {
        before.push(contents);
        if (node.block === null) contents++;
      } else if (type === 'Raw' || (type === 'Declaration' && !isEmpty(node.value))) {
        contents++;
      }
      return type === 'Declaration' || type === 'SelectorList' || type === 'AtrulePrelude' ? this.skip : undefined;
    },
    leave(node) {
      if (node.type !== 'Atrule') return;
      if (before.pop() !== contents) found.add(nameOf(node));
      else isKept &&= nothingIfEmpty.test(node.name.toLowerCase());
    },
  };
  csso().syntax.walk(sheet, visitors);
  return isKept ? found : undefined;
}

/** Tests whether a style sheet has all of the at-rules. */
export function hasAtRules(sheet: StyleSheet, rules: ReadonlySet<string>): boolean {
  const found = new Set<string>();
  forEachAtRule(sheet, (rule) => found.add(nameOf(rule)));
  return [...rules].every((rule) => found.has(rule));
}

/** The library removes declarations without a value. */
function isEmpty(value: { readonly type: string; readonly children?: { readonly isEmpty: boolean } }): boolean {
  return value.type === 'Value' && value.children?.isEmpty === true;
}

/** Returns the name and the text before the block. */
function nameOf({ name, prelude }: AtRule): string {
  const text = prelude === null ? '' : csso().syntax.generate(prelude);
  return `${name} ${text.replace(/\s+/g, '')}`.toLowerCase();
}
