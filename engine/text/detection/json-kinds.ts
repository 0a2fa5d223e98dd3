import { type Detected, type Suggestion, suggest } from './detected.js';
import type { Sample } from './sample.js';

const toCsv = suggest('Convert to CSV', 'csv-json-converter', { direction: 'json-to-csv' });
const toYaml = suggest('Convert to YAML', 'json-yaml-converter', { direction: 'json-to-yaml' });
const toTypes = suggest('Write TypeScript types', 'json-to-typescript');
const format = suggest('Format', 'json-formatter');
const repair = suggest('Repair', 'json-repair');

/** JSON, or what is almost JSON. */
export function jsonKind({ text, isCut }: Sample): Detected | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  const value = isCut ? undefined : parsed(text);
  if (value !== undefined || (isCut && /^(?:\{|\[\s*\{)\s*"[^"]{0,200}"\s*:/.test(text))) {
    const isTable = value === undefined ? text.startsWith('[') : isListOfObjects(value);
    const suggestions: Suggestion[] = isTable ? [toCsv, format, toYaml, toTypes] : [format, toYaml, toTypes];
    return {
      format: 'json',
      label: isTable ? 'a JSON list' : 'JSON',
      reason: isCut ? 'it begins as JSON does' : 'it is valid JSON',
      suggestions,
    };
  }
  // A template or a log line begins with a bracket as well.
  const isLike = /^(?:\{\s*["'\w]|\[\s*[{"'[])/.test(text) && /["'\w]\s*:\s*["'\w{[-]/.test(text.slice(0, 10_000));
  if (!isLike || isCut) return undefined;
  return {
    format: 'broken-json',
    label: 'JSON with mistakes',
    reason: 'it begins as JSON does, and cannot be read',
    suggestions: [repair],
  };
}

/** JSON that ends too early. */
export function cutJsonKind({ text, isCut }: Sample): Detected | undefined {
  if (isCut || !/^[[{]\s*["{[\d-]/.test(text)) return undefined;
  if (parsed(closed(text)) === undefined) return undefined;
  return {
    format: 'broken-json',
    label: 'JSON without its end',
    reason: 'it is valid up to its end',
    suggestions: [repair],
  };
}

/** Returns a text with the ends that its open strings, arrays and objects lack. */
function closed(text: string): string {
  const ends: string[] = [];
  let isString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (isString && character === '\\') i++;
    else if (character === '"') isString = !isString;
    else if (isString) continue;
    else if (character === '{') ends.push('}');
    else if (character === '[') ends.push(']');
    else if (character === '}' || character === ']') ends.pop();
  }
  const start = isString ? `${text}"` : text.replace(/,$/, '');
  return start + ends.reverse().join('');
}

/** One JSON object on each line. */
export function jsonLinesKind({ lines }: Sample): Detected | undefined {
  const isLines = lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line) && isObject(parsed(line)));
  if (!isLines) return undefined;
  const toJson = { toolSlug: 'json-ndjson-converter', config: { direction: 'ndjson-to-json' } };
  return {
    format: 'ndjson',
    label: 'JSON lines (NDJSON)',
    reason: 'each line is a JSON object',
    suggestions: [
      { label: 'Convert to CSV', steps: [toJson, ...toCsv.steps] },
      { label: 'Convert to JSON', steps: [toJson] },
    ],
  };
}

/** JSON between other text, as language models answer. */
export function jsonInTextKind({ text, lines }: Sample): Detected | undefined {
  const isFenced = /^```json\s/im.test(text);
  const isOnLine =
    lines.some((line) => /^\{\s*"[^"]{1,100}"\s*:|^[[{]\s*$/.test(line)) && /^[ \t]*"[^"]{1,100}"[ \t]*:/m.test(text);
  if (!isFenced && !isOnLine) return undefined;
  const extract = suggest('Extract the JSON', 'extract-json', { repair: true });
  return {
    format: 'json-in-text',
    label: 'text with JSON in it',
    reason: isFenced ? 'it has a code block in JSON' : 'some of its lines are members of an object',
    suggestions: [extract],
  };
}

/** @returns undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
