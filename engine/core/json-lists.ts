import { randomUUID } from 'node:crypto';
import type { Kernels } from '../kernels/kernels.js';
import { type ByteList, readList } from '../kernels/lists.js';
import { RequestError } from './errors.js';
import { maxShapeBytes, parseJsonObject } from './json.js';

/** Stands for the strings while the rest is parsed. Nobody can send it. */
const placeholder = `list ${randomUUID()}`;
const quotedPlaceholder = Buffer.from(`"${placeholder}"`);

const { latin1Slice } = Buffer.prototype;

/** A body and the place of a list of strings in it, which the kernels have read. */
export interface SplitList {
  /**
   * All bytes but those of the list, as Latin-1, and without those before it if they are the usual ones. Two bodies of
   * the same shape are the same JSON except for the strings.
   */
  readonly shape: string;
  readonly list: ByteList;
  readonly body: Uint8Array;
  /** Index of the byte after the opening bracket. */
  readonly start: number;
}

/** Which list to look for. */
export interface ListPlace {
  /** The name of the member: ASCII letters. */
  readonly member: string;
  /** Most strings. */
  readonly most: number;
  /** Where the name and the opening bracket are looked for, in bytes from the start. */
  readonly firstBytes: number;
}

/**
 * Finds and reads a list of strings near the start of a body. It only looks for the name of the member:
 * {@link parseListShape} says whether that is the member of the object at the top.
 *
 * @returns undefined if it finds none, if `readList` declines it, or if the shape is long.
 */
export function splitList(
  kernels: Kernels,
  body: Uint8Array,
  { member, most, firstBytes }: ListPlace,
): SplitList | undefined {
  const { byteLength } = body;
  const head = latin1Slice.call(body, 0, Math.min(byteLength, firstBytes));
  const quotedMember = `"${member}"`;
  const usualStart = `{${quotedMember}:[`;
  const isUsual = head.startsWith(usualStart);
  const start = isUsual ? usualStart.length : listStart(head, quotedMember);
  if (start === -1) return undefined;
  const list = readList(kernels, body, start, most);
  if (list === undefined || start + byteLength - list.end > maxShapeBytes) return undefined;
  const after = latin1Slice.call(body, list.end, byteLength);
  return { shape: isUsual ? after : ` ${head.slice(0, start)}${after}`, list, body, start };
}

/** Returns where the list starts, after its opening bracket; -1 if there is none. */
function listStart(head: string, quotedMember: string): number {
  const at = head.indexOf(quotedMember);
  if (at === -1) return -1;
  const opening = /[\t\n\r ]*:[\t\n\r ]*\[/y;
  opening.lastIndex = at + quotedMember.length;
  return opening.test(head) ? opening.lastIndex : -1;
}

/**
 * Parses a body with an empty list in place of its strings.
 *
 * @returns undefined if the rest is malformed, or the list is that of another object, or of an earlier member of the same
 *   name.
 */
export function parseListShape({ body, start, list }: SplitList, member: string): Record<string, unknown> | undefined {
  let members: Record<string, unknown>;
  try {
    members = parseJsonObject(Buffer.concat([body.subarray(0, start), quotedPlaceholder, body.subarray(list.end)]));
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
  const found = members[member];
  if (!Array.isArray(found) || found[0] !== placeholder) return undefined;
  return { ...members, [member]: [] };
}
