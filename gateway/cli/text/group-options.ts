import type { RequestedGroup, RequestedStep } from '#engine/operations/requested-step.js';
import { UsageError } from '../core/io.js';

/** The options of a command that make its steps a group. */
export interface GroupOptions {
  readonly each?: string;
  readonly when?: string;
  readonly onError?: string;
}

/**
 * Returns steps as the group that options ask for, or as they are.
 *
 * @throws {UsageError} for an option that cannot be read. The engine refuses what can be read and is wrong.
 */
export function grouped(steps: readonly RequestedStep[], options: GroupOptions): readonly RequestedStep[] {
  const { each, when, onError } = options;
  if (each === undefined && when === undefined && onError === undefined) return steps;
  const group = {
    steps,
    ...(each !== undefined && { each: eachOf(each) }),
    ...(when !== undefined && { when: conditionOf(when) }),
    ...(onError !== undefined && { onError }),
  };
  return [group as RequestedGroup];
}

/** Reads `line`, `paragraph`, `csv:name,3`, `field:2`, `json:PATH`, `jsonl:PATH` or `match:PATTERN`. */
function eachOf(written: string): unknown {
  const [kind, value] = divided(written);
  switch (kind) {
    case 'csv':
      return { csv: { columns: value.split(',').map((column) => (/^\d+$/.test(column) ? Number(column) : column)) } };
    case 'field':
      return { field: { fields: value.split(',').map(Number) } };
    case 'json':
      return { json: { path: value } };
    case 'jsonl':
      return { json: { path: value, lines: true } };
    case 'match':
      return { match: { pattern: value } };
    default:
      return written;
  }
}

/** Reads `contains:x`, `equals:x`, `matches:PATTERN`, `longer-than:80`, `blank`, and the same behind `not:`. */
function conditionOf(written: string): unknown {
  const [kind, value] = divided(written);
  switch (kind) {
    case 'not':
      return { not: conditionOf(value) };
    case 'blank':
      return { blank: true };
    case 'longer-than':
      return { longerThan: Number(value) };
    case 'contains':
    case 'equals':
    case 'matches':
      return { [kind]: value };
    default:
      throw new UsageError(
        `--when ${written}: write contains:TEXT, equals:TEXT, matches:PATTERN, longer-than:COUNT or blank, with not: before it for the opposite`,
      );
  }
}

function divided(written: string): readonly [kind: string, value: string] {
  const colon = written.indexOf(':');
  return colon === -1 ? [written, ''] : [written.slice(0, colon), written.slice(colon + 1)];
}
