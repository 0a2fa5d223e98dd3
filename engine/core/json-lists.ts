import { randomUUID } from 'node:crypto';
import type { Kernels } from '../kernels/kernels.js';
import { type ByteList, readLines, readList } from '../kernels/lists.js';
import { RequestError } from './errors.js';
import { maxShapeBytes, parseJsonObject } from './json.js';

/** Stands for the strings while the rest is parsed. Nobody can send it. */
const placeholder = `list ${randomUUID()}`;
const placeholders = { '[': Buffer.from(`"${placeholder}"`), '"': Buffer.from(placeholder) } as const;

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
  /** Index of the byte after the opening. */
  readonly start: number;
}

/** Which list to look for. */
export interface ListPlace {
  /** What its value begins with: an array of strings, or a text whose lines are the list. */
  readonly opening: '[' | '"';
  /** The name of the member: ASCII letters. */
  readonly member: string;
  /** Most strings. */
  readonly most: number;
  /** Where the name and the opening are looked for, in bytes from the start. */
  readonly firstBytes: number;
}

/** In a shorter body a list that is not its first member is not looked for: the rest of the work takes no longer. */
const fewBytes = 200;

/** Finds and reads lists of strings near the start of bodies. */
export class ListSplitter {
  readonly #place: ListPlace;
  readonly #quotedMember: string;
  /** How most requests begin. */
  readonly #usualStart: Buffer;

  constructor(place: ListPlace) {
    this.#place = place;
    this.#quotedMember = `"${place.member}"`;
    this.#usualStart = Buffer.from(`{${this.#quotedMember}:${place.opening}`);
  }

  /**
   * Finds and reads the list of a body. It only looks for the name of the member: {@link ListSplitter.parseShape} says
   * whether that is the member of the object at the top.
   *
   * @returns undefined if it finds none, if the kernels decline it, or if the shape is long.
   */
  split(kernels: Kernels, body: Uint8Array): SplitList | undefined {
    const { byteLength } = body;
    const { opening, most, firstBytes } = this.#place;
    const isUsual = startsWith(body, this.#usualStart);
    if (!isUsual && byteLength < fewBytes) return undefined;
    const head = isUsual ? '' : latin1Slice.call(body, 0, Math.min(byteLength, firstBytes));
    const start = isUsual ? this.#usualStart.byteLength : listStart(head, this.#quotedMember, opening);
    if (start === -1) return undefined;
    const list = (opening === '[' ? readList : readLines)(kernels, body, start, most);
    if (list === undefined || start + byteLength - list.end > maxShapeBytes) return undefined;
    const after = latin1Slice.call(body, list.end, byteLength);
    // What follows a list begins with a bracket, or with a quote if it is a text, and no other shape does.
    return { shape: isUsual ? after : ` ${head.slice(0, start)}${after}`, list, body, start };
  }

  /**
   * Parses a body with an empty list or text in place of its own.
   *
   * @returns undefined if the rest is malformed, or the list is that of another object, or of an earlier member of the
   *   same name.
   */
  parseShape({ body, start, list }: SplitList): Record<string, unknown> | undefined {
    const { opening, member } = this.#place;
    let members: Record<string, unknown>;
    try {
      members = parseJsonObject(
        Buffer.concat([body.subarray(0, start), placeholders[opening], body.subarray(list.end)]),
      );
    } catch (error) {
      if (error instanceof RequestError) return undefined;
      throw error;
    }
    const found = members[member];
    if ((Array.isArray(found) ? found[0] : found) !== placeholder) return undefined;
    members[member] = opening === '[' ? [] : '';
    return members;
  }
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  for (let index = 0; index < start.byteLength; index++) if (bytes[index] !== start[index]) return false;
  return true;
}

/** Returns where the list starts, after its opening bracket; -1 if there is none. */
function listStart(head: string, quotedMember: string, opening: ListPlace['opening']): number {
  const at = head.indexOf(quotedMember);
  if (at === -1) return -1;
  const colon = /[\t\n\r ]*:[\t\n\r ]*/y;
  colon.lastIndex = at + quotedMember.length;
  return colon.test(head) && head[colon.lastIndex] === opening ? colon.lastIndex + 1 : -1;
}
