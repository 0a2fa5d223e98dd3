import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isBundle } from './program-folder.js';

/** Most places that are remembered. */
const maxPlaces = 1_000;

/** A place in a bundle, with its URL. */
const bundlePlace = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g;

/** Places in the sources, by those in a bundle. A source map is large, so it is not kept. */
const places = new Map<string, string>();

/** Returns the name and stack frames of an error for the log, without the message, which may quote user text. */
export function stackFrames(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown: not an error';
  // The stack begins with the message, whose lines may look like frames.
  const [, frames = ''] = error.stack?.split(error.message === '' ? error.name : error.message) ?? [];
  const lines = frames.split('\n').filter((line) => line.startsWith('    at '));
  return mappedStack([error.name, ...lines].join('\n'));
}

/**
 * Replaces places in a bundle by those in the sources, such as `engine/execute.ts:92:11`. Node.js itself would read all
 * source maps when the bundle loads.
 */
export function mappedStack(stack: string): string {
  if (!isBundle) return stack;
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(bundlePlace, (place: string, file: string, line: string, column: string) => {
    const known = places.get(place);
    if (known !== undefined) return known;
    if (!maps.has(file)) maps.set(file, sourceMapOf(file));
    const origin = maps.get(file)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    if (places.size >= maxPlaces) places.clear();
    const found = `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`;
    places.set(place, found);
    return found;
  });
}

function sourceMapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
