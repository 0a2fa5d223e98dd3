import type { Zone } from 'luxon';
import type { JsonMember, JsonNode, JsonObject } from '../../../text/json/json-tree.js';
import { member, textMember } from '../../../text/records/record-output.js';

/** What a parser has to know that no line says. */
export interface LogOptions {
  /** The zone of times without an offset. */
  readonly zone: Zone | undefined;
  /** The year of the first line of a log without years; 0 if unknown. */
  readonly year: number;
}

/** Returns the members of a line; undefined if it does not fit, `directive` if it tells how to read the next lines. */
export type LineParser = (line: string) => readonly JsonMember[] | 'directive' | undefined;

/** Makes a parser for one text, whose lines it gets in order. */
export type LogFormat = (options: LogOptions) => LineParser;

/** Returns a member; a dash, which logs write for nothing, is null. */
export function dashMember(name: string, value: string): JsonMember {
  return value === '-' ? member(name, 'null') : textMember(name, value);
}

/** Returns a member that is a number if the text is one in JSON, null if it is a dash, and else the text. */
export function numberMember(name: string, value: string): JsonMember {
  return isNumber.test(value) ? member(name, value) : dashMember(name, value);
}

const isNumber = /^-?(?:0|[1-9]\d{0,19})(?:\.\d{1,20})?$/;

/** Collects members whose names may repeat: then the value is an array of all values, none of which is an array. */
export class RepeatedMembers {
  readonly #values = new Map<string, JsonNode>();

  add(name: string, value: string | JsonObject): void {
    const known = this.#values.get(name);
    if (known === undefined) this.#values.set(name, value);
    else if (Array.isArray(known)) known.push(value);
    else this.#values.set(name, [known, value]);
  }

  members(): JsonMember[] {
    return Array.from(this.#values, ([name, value]) => member(name, value));
  }
}
