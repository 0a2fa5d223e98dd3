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

const keyframesName = /^(?:-\w+-)?keyframes$/i;

/**
 * Protects the percentages of timeline ranges, as in `exit 100%` (CSS Scroll-driven Animations Module Level 1), by
 * making them raw text. The library writes `to` for each 100% and `0%` for each `from`.
 *
 * @returns whether the library can read all keyframes: it fails unless they contain only rules.
 */
export function keepTimelineRanges(sheet: StyleSheet): boolean {
  let canRead = true;
  forEachAtRule(sheet, (rule) => {
    if (keyframesName.test(rule.name)) canRead &&= keepRangesOf(rule);
  });
  return canRead;
}

function keepRangesOf({ block }: AtRule): boolean {
  block?.children.forEach((rule) => {
    if (rule.type !== 'Rule' || rule.prelude.type !== 'SelectorList') return;
    rule.prelude.children.forEach((selector) => {
      if (selector.type !== 'Selector' || selector.children.size === 1) return;
      selector.children.forEach((node, item) => {
        if (node.type === 'Percentage' && Number(node.value) === 100) item.data = { type: 'Raw', value: '100%' };
        else if (node.type === 'TypeSelector' && node.name === 'from') item.data = { type: 'Raw', value: 'from' };
      });
    });
  });
  return block?.children.some((node) => node.type !== 'Rule' && node.type !== 'Comment') !== true;
}

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

/**
 * Hides the imports at the start of a style sheet from the library, which goes back over all of them for each: of
 * 41,000, that took five seconds. It looks for the name in small letters.
 *
 * @returns a function that shows them again; undefined if there is an import in another place. The library might remove
 *   a rule before it, and then it would have an effect; or move one to before it, and then it would have none.
 */
export function hideImports(sheet: StyleSheet): (() => void) | undefined {
  if (sheet.type !== 'StyleSheet') return undefined;
  const first: { name: string }[] = [];
  sheet.children.some((node) => {
    if (node.type === 'Comment') return false;
    const name = node.type === 'Atrule' ? node.name.toLowerCase() : '';
    if (node.type === 'Atrule' && name === 'import') first.push(node);
    return name !== 'import' && name !== 'charset';
  });
  let imports = 0;
  forEachAtRule(sheet, ({ name }) => {
    if (name.toLowerCase() === 'import') imports++;
  });
  if (imports > first.length) return undefined;
  const hidden = first.filter(({ name }) => name === 'import');
  for (const rule of hidden) rule.name = 'IMPORT';
  return () => {
    for (const rule of hidden) rule.name = 'import';
  };
}
