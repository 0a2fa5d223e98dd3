import { ToolError } from '../../core/errors.js';
import { maxJsonDepth } from '../../core/limits.js';
import { isBlank, startsName, startsValue } from './repair-characters.js';
import { RepairReader } from './repair-reader.js';
import { readBareText, readKeyword, readNumber, readPattern, skipName } from './repair-scalars.js';
import { readPrefixedString, readString } from './repair-strings.js';

/** The message for a text that is nested too deep. */
export const tooDeep = `nested deeper than ${maxJsonDepth} levels`;

/** The start of a set of Python with its first item; names without quotes may also be short for members. */
const firstOfSet = /\{\s*(?:\(|(?:"[^"\\\n]*"|'[^'\\\n]*'|[-+]?\.?\d[-+.\d]*(?:e[-+]?\d+)?|True|False|None)\s*[,}])/y;

/** The end of something inside an object, with the name of the object's next member. */
const nextMember = /[\]}]\s{0,100},\s{0,100}(?:"[^"\\\n]{0,200}"|'[^'\\\n]{0,200}'|[\w$]{1,200})\s{0,100}:/y;

/** The start of a text without quotes: `first name: …`, `a = …`, but no URL, no path and no time. */
const nameWithValue = /[A-Za-z_$][\w$.-]{0,100}(?:[ \t][\w$.-]{1,100}){0,4}[ \t]{0,10}(?::(?![/\\])|=)/y;
/** Where a name with a value cannot be. */
const outside = 'outside of an object';

/** The closing brackets at the end of a text. */
const lastClosers = new RegExp(`(?:[\\]}]\\s{0,40}){1,${maxJsonDepth}}$`, 'y');

/** Repairs one text by reading it as the JSON that it was meant to be. */
export class JsonRepairer {
  readonly #reader: RepairReader;
  #depth = 0;
  /** The open brackets, as they are written. */
  readonly #open: string[] = [];
  /** Where the first value without quotes and brackets begins that is not in another one, and the first object or array. */
  #rootText: number | undefined;
  #rootBracket: number | undefined;
  /** Where the first one of these texts has the mark between a name and its value. */
  #rootName: number | undefined;
  /** Where the first value begins that was read since this was undefined. */
  #valueStart: number | undefined;
  /** Whether the value that was read last is a string without quotes. */
  #isBareText = false;

  /**
   * @param options - `beyondLibrary` also repairs what the library jsonrepair refuses or misreads: `=`, `=>` and names
   *   without an end quote in objects, semicolons instead of commas, values in a row on one line, Python's tuples, sets
   *   and prefixes of strings, `\\x41`, `+1`.
   */
  constructor(text: string, { beyondLibrary = false } = {}) {
    this.#reader = new RepairReader(text, beyondLibrary);
  }

  /** @throws {ToolError} if the text cannot be repaired. */
  repair(): string {
    const reader = this.#reader;
    const { output } = reader;
    this.#skipFence(['```', '[```', '{```']);
    if (!this.#readRootValue()) {
      reader.at = reader.text.length;
      reader.fail();
    }
    this.#skipFence(['```', '```]', '```}']);
    const comma = reader.copyComma();
    if (comma) {
      reader.skipBlanks();
      reader.refuseMoreCommas();
    }
    if ((startsValue(reader.character) && output.endsWithCommaOrLineEnd()) || this.#isNextValue()) {
      if (!comma) output.insert(',');
      this.#readMoreValues();
    } else if (comma) output.removeComma();
    this.#skipClosers();
    if (!reader.isAtEnd) {
      this.#refuseText(/[{[]/.test(reader.character), /[A-Za-z]/.test(reader.character));
      reader.fail();
    }
    if (this.#rootName !== undefined) this.#refuseNameAt(this.#rootName, outside);
    return output.toString();
  }

  /** Skips closing brackets at the end. @throws {ToolError} since an opening one may be missing before them. */
  #skipClosers(): void {
    const reader = this.#reader;
    if (reader.beyondLibrary && /[\]}]/.test(reader.character))
      reader.refuse(reader.at, `a ${reader.character} that closes nothing; remove it, or add what it closes`);
    while (reader.skip('}') || reader.skip(']')) reader.skipBlanks();
  }

  /** Reads a value that is not in another one. @throws {ToolError} if it may be no JSON, but a sentence beside it. */
  #readRootValue(): boolean {
    this.#valueStart = undefined;
    this.#isBareText = false;
    if (this.#reader.beyondLibrary) this.#skipEllipsis();
    const found = this.#readValue();
    const start: number = this.#valueStart ?? 0;
    if (/[{[(]/.test(this.#reader.text.charAt(start))) this.#rootBracket ??= start;
    else if (found && this.#isBareText) {
      this.#rootText ??= start;
      this.#rootName ??= this.#nameIn(start);
    }
    this.#refuseText(false, false);
    this.#refuseName(outside);
    return found;
  }

  /** Returns the place of the colon or the equals sign in a text without quotes that is a name with a value: `a: 1`. */
  #nameIn(start: number): number | undefined {
    const reader = this.#reader;
    if (!reader.beyondLibrary) return undefined;
    nameWithValue.lastIndex = start;
    const found = nameWithValue.exec(reader.text);
    return found === null || nameWithValue.lastIndex > reader.at ? undefined : nameWithValue.lastIndex - 1;
  }

  /** Refuses text beside an object or an array. The arguments: whether one of each begins at the next character. */
  #refuseText(bracketNext: boolean, textNext: boolean): void {
    const reader = this.#reader;
    if (!reader.beyondLibrary) return;
    const text = this.#rootText ?? (textNext ? reader.at : undefined);
    if (text === undefined || (this.#rootBracket === undefined && !bracketNext)) return;
    reader.refuse(text, 'text beside the JSON; extract-json finds the JSON in a text');
  }

  /** Refuses `"a": 1` where only values can be. */
  #refuseName(place: string): void {
    const reader = this.#reader;
    if (reader.beyondLibrary && reader.character === ':') this.#refuseNameAt(reader.at, place);
  }

  #refuseNameAt(at: number, place: string): never {
    this.#reader.refuse(at, `a name with a value ${place}; an opening { may be missing`);
  }

  /** Tests whether an object or array follows another one on the same line, as in `{"a":1}{"a":2}`. */
  #isNextValue(): boolean {
    const { beyondLibrary, character, text, at } = this.#reader;
    if (!beyondLibrary || (character !== '{' && character !== '[')) return false;
    return /[\]}]/.test(text.charAt(this.#reader.lastNonBlank(at - 1)));
  }

  /** Skips the fence of a code block with the name of its language. */
  #skipFence(fences: readonly string[]): void {
    const reader = this.#reader;
    reader.skipWhiteSpace();
    const fence = fences.find((candidate) => reader.text.startsWith(candidate, reader.at));
    if (fence === undefined) return;
    reader.at += fence.length;
    if (startsName(reader.character)) skipName(reader);
    reader.skipBlanks();
  }

  /** Reads the values after the first one, of NDJSON or with commas, into an array. */
  #readMoreValues(): void {
    const { output } = this.#reader;
    for (let first = true; ; first = false) {
      if (!first && !this.#reader.copyComma()) output.insert(',');
      if (!first) this.#reader.refuseMoreCommas();
      if (!this.#readRootValue()) break;
    }
    output.removeComma();
    output.enclose('[\n', '\n]');
  }

  #readValue(): boolean {
    const reader = this.#reader;
    reader.skipBlanks();
    this.#valueStart ??= reader.at;
    const found =
      this.#readSet() ||
      this.#readObject() ||
      this.#readArray() ||
      this.#readTuple() ||
      readString(reader) ||
      readNumber(reader) ||
      readKeyword(reader) ||
      this.#readBareString(false) ||
      readPattern(reader);
    reader.skipBlanks();
    reader.output.settle();
    return found;
  }

  #readObject(): boolean {
    if (!this.#enter('{')) return false;
    const reader = this.#reader;
    const { output } = reader;
    for (let first = true; !reader.isAtEnd && reader.character !== '}'; first = false) {
      if (!first) {
        if (!reader.copyComma()) output.insert(',');
        reader.skipBlanks();
        reader.refuseMoreCommas();
      }
      this.#skipEllipsis();
      if (!readString(reader, true) && !this.#readBareString(true)) {
        if (!['}', '{', ']', '[', ''].includes(reader.character)) reader.fail();
        if (!first) output.removeComma();
        break;
      }
      this.#readMember();
    }
    this.#leave('}');
    return true;
  }

  /** Reads what comes after the name of a member. */
  #readMember(): void {
    const reader = this.#reader;
    reader.skipBlanks();
    const colon = reader.copy(':') || this.#readArrow();
    const cut = reader.isAtEnd;
    if (!colon) {
      if (!startsValue(reader.character) && !cut) reader.fail();
      reader.output.insert(':');
    }
    if (this.#readValue()) return;
    if (!colon && !cut) reader.fail();
    reader.output.push('null');
  }

  /** Reads `=` or `=>` instead of a colon. */
  #readArrow(): boolean {
    const reader = this.#reader;
    if (!reader.beyondLibrary || !reader.skip('=')) return false;
    reader.skip('>');
    reader.output.insert(':');
    return true;
  }

  /** Reads a set of Python as an array: no name stands before its first comma. */
  #readSet(): boolean {
    const reader = this.#reader;
    firstOfSet.lastIndex = reader.at;
    if (!reader.beyondLibrary || !firstOfSet.test(reader.text)) return false;
    this.#enter('{', '[');
    this.#readItems('}');
    this.#leave('}', ']');
    return true;
  }

  #readArray(): boolean {
    if (!this.#enter('[')) return false;
    this.#readItems(']');
    this.#leave(']');
    return true;
  }

  /** Reads a tuple of Python as an array, and a value in parentheses as this value. */
  #readTuple(): boolean {
    const reader = this.#reader;
    const { output } = reader;
    if (!reader.beyondLibrary || !reader.skip('(')) return false;
    if (++this.#depth > maxJsonDepth) throw new ToolError(tooDeep);
    this.#open.push('[');
    const bracket = output.pushChangeable('[');
    reader.skipBlanks();
    const { count, commas } = this.#readItems(')');
    this.#depth--;
    this.#open.pop();
    const isValue = count === 1 && commas === 0;
    output.change(bracket, isValue ? '' : '[');
    if (!isValue) output.insert(']');
    reader.skip(')');
    return true;
  }

  /** Reads the items of an array up to its end bracket. @returns their number, and that of the commas in the text. */
  #readItems(end: string): { readonly count: number; readonly commas: number } {
    const reader = this.#reader;
    const { output } = reader;
    let [count, commas] = [0, 0];
    for (; !reader.isAtEnd && reader.character !== end; count++) {
      if (count > 0) {
        if (reader.copyComma()) commas++;
        else output.insert(',');
        reader.refuseMoreCommas();
      }
      this.#skipEllipsis();
      // Elsewhere a closing parenthesis is text.
      const isEnd = end === ')' && reader.character === end;
      if (!isEnd && this.#readValue()) {
        // A set has no names.
        if (end === '}' && reader.character === ':') reader.fail();
        this.#refuseName('in an array');
        continue;
      }
      if (count > 0) output.removeComma();
      break;
    }
    return { count, commas };
  }

  /** @param written - what is written for the bracket. */
  #enter(bracket: string, written = bracket): boolean {
    const reader = this.#reader;
    if (!reader.skip(bracket)) return false;
    reader.output.push(written);
    if (++this.#depth > maxJsonDepth) throw new ToolError(tooDeep);
    this.#open.push(written);
    reader.skipBlanks();
    if (reader.skip(',')) {
      reader.skipBlanks();
      reader.refuseMoreCommas();
    }
    return true;
  }

  #leave(bracket: string, written = bracket): void {
    this.#depth--;
    const isMistaken = bracket === written && this.#isMistaken(bracket);
    this.#open.pop();
    if (isMistaken) this.#reader.at++;
    if (isMistaken || this.#reader.skip(bracket)) this.#reader.output.push(written);
    else this.#reader.output.insert(written);
  }

  /**
   * Tests whether the next character is a bracket of the wrong kind, and not that of what is around, whose own bracket is
   * missing: in `{"k": ["v"}, "k2": 1}` no name can follow the object.
   */
  #isMistaken(bracket: string): boolean {
    const reader = this.#reader;
    const other = bracket === ']' ? '}' : ']';
    if (!reader.beyondLibrary || reader.character !== other) return false;
    // All that is open ends here, each with a bracket.
    lastClosers.lastIndex = reader.at;
    const closers = lastClosers.exec(reader.text)?.[0].replace(/\s+/g, '').length ?? 0;
    if (closers >= this.#open.length) return true;
    const open = this.#open.slice(-3, -1);
    const [outer, parent] = open.length < 2 ? ['', open[0]] : open;
    nextMember.lastIndex = reader.at;
    const isMember = nextMember.test(reader.text);
    if (bracket === ']') return parent === '{' ? isMember && outer !== '{' : this.#isNoneOpen('{');
    return parent === '{' ? isMember : parent === undefined;
  }

  #isNoneOpen(bracket: string): boolean {
    return !this.#open.includes(bracket);
  }

  #skipEllipsis(): void {
    const reader = this.#reader;
    reader.skipBlanks();
    if (!reader.text.startsWith('...', reader.at)) return;
    if (reader.beyondLibrary) reader.refuse(reader.at, 'the values that ... stands for are not in the text');
    reader.at += 3;
    reader.skipBlanks();
    reader.skip(',');
  }

  /** Reads a string without quotes; also the argument of a call, such as `ObjectId("1")` or `callback({})`. */
  #readBareString(isName: boolean): boolean {
    const reader = this.#reader;
    const start = reader.at;
    if (startsName(reader.character)) {
      skipName(reader);
      if (this.#readCall() || readPrefixedString(reader, start, isName)) return true;
    }
    if (!readBareText(reader, start, isName)) return false;
    this.#isBareText = reader.text.slice(start, reader.at) !== 'undefined';
    return true;
  }

  #readCall(): boolean {
    const reader = this.#reader;
    let open = reader.at;
    while (isBlank(reader.text.charAt(open))) open++;
    if (reader.text.charAt(open) !== '(') return false;
    reader.at = open + 1;
    this.#readValue();
    if (reader.skip(')')) reader.skip(';');
    return true;
  }
}
