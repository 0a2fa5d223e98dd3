import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import type { JsonObject } from '../json/json-tree.js';
import { textMember } from './record-output.js';

const choices = ['error', 'keep', 'drop', 'mark'] as const;

type InvalidRecords = (typeof choices)[number];

/** The names of the members that {@link invalidRecord} writes. */
export const invalidRecordNames = ['invalid', 'unparsed'] as const;

/** Defines the option `invalid` of every tool that reads records. See {@link invalidRecord}. */
export function invalidRecords(what: string) {
  return Type.Enum([...choices], {
    default: 'error',
    description: `What to do with ${what}: error refuses the text and names the line, keep writes a record whose only member unparsed is that text, drop leaves it out, mark writes such a record that begins with the member invalid, which has the line and the reason`,
  });
}

/** What is no record, and where it starts. */
export interface Unread {
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
  readonly reason: string;
}

/**
 * Returns the record for a text that is none; undefined to leave it out.
 *
 * @throws {ToolError} `line 3: …` if `invalid` is `error`.
 */
export function invalidRecord({ text, line, reason }: Unread, invalid: InvalidRecords): JsonObject | undefined {
  if (invalid === 'drop') return undefined;
  if (invalid === 'error') throw ToolError.at({ line }, reason);
  const [problem, unparsed] = invalidRecordNames;
  const members = [textMember(unparsed, text)];
  if (invalid === 'mark') members.unshift(textMember(problem, `line ${line}: ${reason}`));
  return { members };
}
