import type { Config } from '../../session/tool.js';

/** A value longer than this is cut. */
const longestValue = 24;

/** Summarises the options of a closed step: `delimiter ";", has headers off`. '' if all have their defaults. */
export function configSummary(config: Config): string {
  return Object.entries(config)
    .map(([name, value]) => `${wordsOf(name)} ${shown(value)}`)
    .join(', ');
}

/** `hasHeaders` → `has headers`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = JSON.stringify(value) ?? '';
  return text.length <= longestValue ? text : `${text.slice(0, longestValue).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
