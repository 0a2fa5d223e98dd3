import { readXml, xmlError } from '../../../text/formats/xml-reader.js';
import { typedJson } from '../../../text/json/json-records.js';
import type { JsonMember, JsonNode } from '../../../text/json/json-tree.js';

/** How elements and attributes map to members of objects, and back. */
export interface XmlMapping {
  /** The prefix of attribute names. */
  readonly attributePrefix: string;
  /** The name of an element's text if it also has attributes or elements. */
  readonly textKey: string;
}

export interface XmlReading extends XmlMapping {
  /** Elements that become arrays even if they occur only once. */
  readonly arrayTags: readonly string[];
  /** Writes `true`, `false`, `null` and numbers as such. */
  readonly parseTypes: boolean;
  /** Strips white space from the ends of texts. */
  readonly trim: boolean;
}

interface Member extends JsonMember {
  readonly isAttribute: boolean;
}

/** An open element. */
interface Frame {
  readonly name: string;
  readonly offset: number;
  /** Keyed by name. */
  readonly members: Map<string, Member>;
  hasElements: boolean;
  text: string;
}

/**
 * Converts an XML document to JSON: an object whose only member is the root element.
 *
 * An element without attributes and elements is its text; any other is an object, in which elements of one name are an
 * array. In an element that contains elements, white space between them is ignored.
 *
 * @throws {ToolError} as {@link readXml} does, and if two things in one element get the same name.
 */
export function xmlToJson(text: string, reading: XmlReading): JsonNode {
  const builder = new JsonBuilder(text, reading);
  readXml(text, builder);
  return builder.root;
}

class JsonBuilder {
  root: JsonNode = '';
  readonly #source: string;
  readonly #reading: XmlReading;
  readonly #arrayTags: ReadonlySet<string>;
  readonly #open: Frame[] = [];

  constructor(source: string, reading: XmlReading) {
    this.#source = source;
    this.#reading = reading;
    this.#arrayTags = new Set(reading.arrayTags);
  }

  open(name: string, attributes: readonly (readonly [string, string])[], offset: number): void {
    const members = new Map<string, Member>();
    for (const [attribute, value] of attributes) {
      const key = this.#reading.attributePrefix + attribute;
      members.set(key, { key: JSON.stringify(key), value: this.#scalar(value), isAttribute: true });
    }
    this.#open.push({ name, offset, members, hasElements: false, text: '' });
  }

  text(piece: string): void {
    const frame = this.#open.at(-1);
    if (frame !== undefined) frame.text += piece;
  }

  close(): void {
    const frame = this.#open.pop();
    if (frame === undefined) return;
    const value = this.#valueOf(frame);
    const parent = this.#open.at(-1);
    if (parent !== undefined) this.#add(parent, frame, value);
    else {
      const only = this.#arrayTags.has(frame.name) ? [value] : value;
      this.root = { members: [{ key: JSON.stringify(frame.name), value: only }] };
    }
  }

  #valueOf({ members, hasElements, text, offset }: Frame): JsonNode {
    const isLayout = text.trim() === '' && (hasElements || this.#reading.trim);
    const shown = isLayout ? '' : this.#reading.trim ? text.trim() : text;
    if (members.size === 0) return this.#scalar(shown);
    const { textKey } = this.#reading;
    if (shown !== '') {
      if (members.has(textKey)) throw this.#collision(textKey, offset, 'textKey');
      members.set(textKey, { key: JSON.stringify(textKey), value: this.#scalar(shown), isAttribute: false });
    }
    return { members: [...members.values()] };
  }

  #add(parent: Frame, { name, offset }: Frame, value: JsonNode): void {
    parent.hasElements = true;
    const present = parent.members.get(name);
    if (present?.isAttribute) throw this.#collision(name, offset, 'attributePrefix');
    if (Array.isArray(present?.value)) {
      present.value.push(value);
      return;
    }
    const first = this.#arrayTags.has(name) ? [value] : value;
    const shown = present === undefined ? first : [present.value, value];
    parent.members.set(name, { key: JSON.stringify(name), value: shown, isAttribute: false });
  }

  #scalar(text: string): string {
    return this.#reading.parseTypes ? typedJson(text) : JSON.stringify(text);
  }

  #collision(name: string, offset: number, option: string) {
    return xmlError(this.#source, offset, `two things get the name "${name.slice(0, 60)}" here; set another ${option}`);
  }
}
