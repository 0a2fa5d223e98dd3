import { type Position, positionAt } from '../position.js';
import { JsonScanner, JsonSyntaxError } from './json-scanner.js';
import { decodeJsonString } from './json-tree.js';

/** A file of JSON that an operator wrote. */
export interface PlacedJson {
  readonly value: unknown;
  /** Returns the place of a path such as `rules[0].names[2]`, or of the nearest container around it. */
  placeOf(path: string): Position;
}

/** A text that is not JSON, or has a name twice. The message is the reason, without the place. */
export class MisplacedJsonError extends Error {
  override readonly name = 'MisplacedJsonError';
  readonly place: Position;

  constructor(message: string, place: Position) {
    super(message);
    this.place = place;
  }
}

/** Reads JSON, for messages that tell the place. @throws {MisplacedJsonError} */
export function placedJson(text: string): PlacedJson {
  const places = placesIn(text);
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  return { value, placeOf: (path) => positionAt(text, offsetOf(path, places)) };
}

/** Where the members and elements of a JSON text are: offsets by their paths. */
type Places = ReadonlyMap<string, number>;

/** @throws {MisplacedJsonError} if the text is not JSON, or has a name twice: only the last one would count. */
function placesIn(text: string): Places {
  const places = new Map([['', 0]]);
  const containers: { readonly path: string; elements: number | undefined }[] = [];
  let path = '';
  try {
    const scanner = new JsonScanner(text);
    for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
      const container = containers.at(-1);
      if (token === '}' || token === ']') {
        containers.pop();
      } else if (token === 'key') {
        const name = decodeJsonString(text.slice(scanner.start, scanner.end));
        path = memberPath(container?.path ?? '', name);
        if (places.has(path)) throw new MisplacedJsonError(`${path} occurs twice`, positionAt(text, scanner.start));
        places.set(path, scanner.start);
      } else {
        if (container?.elements !== undefined) {
          path = `${container.path}[${container.elements++}]`;
          places.set(path, scanner.start);
        }
        if (token !== 'scalar') containers.push({ path, elements: token === '[' ? 0 : undefined });
      }
    }
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new MisplacedJsonError(error.reason, error.place);
    throw error;
  }
  return places;
}

function memberPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

/** Returns the offset of a path, or of the nearest container around it: a member may be missing. */
function offsetOf(path: string, places: Places): number {
  for (let known = path; ; known = known.slice(0, Math.max(0, known.search(/[.[][^.[]*$/)))) {
    const offset = places.get(known);
    if (offset !== undefined) return offset;
  }
}
