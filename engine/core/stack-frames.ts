import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isBundle } from './program-folder.js';

/** Most places that are remembered. */
const maxPlaces = 1_000;

/**
 * Places in the sources, by those in a bundle. A source map is large, so it is not kept. Cleared when it is full: with
 * `lru-cache`, each command of the command line would load that for errors that it seldom has.
 */
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
  return stack
    .split('\n')
    .map((frame) => mappedFrame(frame, maps))
    .join('\n');
}

/** Maps the place at the end of a frame: `file:///…/main.mjs:12:34`, in brackets if there is a name before it. */
function mappedFrame(frame: string, maps: Map<string, SourceMap | undefined>): string {
  const begin = frame.indexOf('file://');
  if (begin === -1) return frame;
  const end = frame.endsWith(')') ? -1 : frame.length;
  const place = frame.slice(begin, end);
  const found = places.get(place) ?? origin(place, maps);
  if (found === undefined) return frame;
  if (places.size >= maxPlaces) places.clear();
  places.set(place, found);
  return frame.slice(0, begin) + found + frame.slice(begin + place.length);
}

function origin(place: string, maps: Map<string, SourceMap | undefined>): string | undefined {
  const beforeColumn = place.lastIndexOf(':');
  const beforeLine = place.lastIndexOf(':', beforeColumn - 1);
  const file = place.slice(0, beforeLine);
  if (!file.endsWith('.mjs')) return undefined;
  if (!maps.has(file)) maps.set(file, sourceMapOf(file));
  const line = Number(place.slice(beforeLine + 1, beforeColumn));
  const found = maps.get(file)?.findOrigin(line, Number(place.slice(beforeColumn + 1)));
  return found !== undefined && 'fileName' in found
    ? `${found.fileName}:${found.lineNumber}:${found.columnNumber}`
    : undefined;
}

function sourceMapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
