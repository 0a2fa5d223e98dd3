import type { HtmlElement } from './html-tree.js';

type ElementTest = (element: HtmlElement) => boolean;

interface NthRule {
  /** The step, and the first position from 0 on: `2n+1` is 2 and 1. */
  readonly step: number;
  readonly offset: number;
  /** What comes after `of`. */
  readonly counted: ElementTest | undefined;
  readonly ofType: boolean;
  readonly fromEnd: boolean;
  /** By parent with many children: the positions of its elements. */
  readonly positions: WeakMap<HtmlElement, Int32Array>;
}

/** Fewer siblings are counted each time. */
const manyChildren = 16;

/**
 * Returns the pseudo-classes for positions, such as `:nth-child(2n+1 of .a)`. The library compares an element with all
 * siblings before it, which is quadratic; here the children of each parent are counted once.
 *
 * The library must have accepted the selector.
 *
 * @param compile - returns the test for a selector, the one that comes after `of`.
 */
export function positionPseudoClasses(compile: (selector: string) => ElementTest) {
  const rules = new Map<string, NthRule>();
  const pseudoClass = (ofType: boolean, fromEnd: boolean) => (element: HtmlElement, data?: string | null) => {
    const key = `${ofType} ${fromEnd} ${data}`;
    let rule = rules.get(key);
    if (rule === undefined) {
      rule = { ...parsedRule(data ?? '', ofType ? undefined : compile), ofType, fromEnd, positions: new WeakMap() };
      rules.set(key, rule);
    }
    const position = positionOf(element, rule);
    return position > 0 && matches(rule, position);
  };
  return {
    'nth-child': pseudoClass(false, false),
    'nth-last-child': pseudoClass(false, true),
    'nth-of-type': pseudoClass(true, false),
    'nth-last-of-type': pseudoClass(true, true),
  };
}

/** Without white space. */
const formula = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/;

type Formula = Pick<NthRule, 'step' | 'offset' | 'counted'>;

/** @param compile - undefined if the pseudo-class has no `of`. */
function parsedRule(data: string, compile: ((selector: string) => ElementTest) | undefined): Formula {
  const of = compile && /\sof\s/i.exec(data);
  const [before, selector] = of ? [data.slice(0, of.index), data.slice(of.index + of[0].length).trim()] : [data, ''];
  const text = before.replace(/\s/g, '').toLowerCase();
  const written = text === 'even' ? '2n' : text === 'odd' ? '2n+1' : text;
  const [, factor, offset = '0'] = formula.exec(written) ?? [];
  const step = factor === undefined ? 0 : Number(/\d$/.test(factor) ? factor : `${factor}1`);
  return { step, offset: Number(offset), counted: selector === '' ? undefined : compile?.(selector) };
}

/** Tests whether a position is the offset plus a multiple of the step, in the direction of the step. */
function matches({ step, offset }: Formula, position: number): boolean {
  if (step === 0) return position === offset;
  const steps = (position - offset) / step;
  return steps >= 0 && Number.isInteger(steps);
}

/** Returns the place of an element among its siblings that count, from 1; 0 if it does not count itself. */
function positionOf(element: HtmlElement, rule: NthRule): number {
  const { parent } = element;
  if (parent === undefined) return 0;
  if (parent.children.length <= manyChildren) return positionsIn(parent, rule)[element.index] ?? 0;
  let known = rule.positions.get(parent);
  if (known === undefined) {
    known = positionsIn(parent, rule);
    rule.positions.set(parent, known);
  }
  return known[element.index] ?? 0;
}

/** Returns the position of each child; 0 for those that do not count. */
function positionsIn({ children }: HtmlElement, { counted, ofType, fromEnd }: NthRule): Int32Array {
  const positions = new Int32Array(children.length);
  const seen = new Map<string, number>();
  for (let i = 0; i < children.length; i++) {
    const index = fromEnd ? children.length - 1 - i : i;
    const child = children[index];
    if (typeof child !== 'object' || counted?.(child) === false) continue;
    const kind = ofType ? child.name : '';
    const position = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, position);
    positions[index] = position;
  }
  return positions;
}
