import { type AtRule, forEachAtRule, type StyleSheet } from './csso.js';

const keyframes = /^(?:-\w+-)?keyframes$/i;

/**
 * Protects the percentages of timeline ranges, as in `exit 100%` (CSS Scroll-driven Animations Module Level 1), by
 * making them raw text. The library writes `to` for each 100% and `0%` for each `from`.
 *
 * @returns whether the library can read all keyframes: it fails unless they contain only rules.
 */
export function keepTimelineRanges(sheet: StyleSheet): boolean {
  let canRead = true;
  forEachAtRule(sheet, (rule) => {
    if (keyframes.test(rule.name)) canRead &&= keepRangesOf(rule);
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
