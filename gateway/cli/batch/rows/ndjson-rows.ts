import { ToolError } from '#engine/core/errors.js';
import { quotedJson } from '#engine/text/json/json-records.js';
import { JsonScanner } from '#engine/text/json/json-scanner.js';
import { syntaxError } from '#engine/text/json/json-syntax.js';
import { decodeJsonString } from '#engine/text/json/json-tree.js';
import { LineCutter } from '#engine/text/lines/line-cutter.js';
import type { Span } from '#engine/text/span.js';
import { idFault, type Row, type RowFault, type RowFields, type Segment } from './row.js';

/**
 * Reads rows of NDJSON: each line an object. Blank lines are no rows, but count as lines.
 *
 * @throws {ToolError} for a line that is longer than any text may be.
 */
export async function* ndjsonRows(
  pieces: AsyncIterable<string>,
  fields: RowFields,
): AsyncGenerator<readonly Segment[], void, undefined> {
  const cutter = new LineCutter({ feedsOnly: true });
  let number = 0;
  const segmentsOf = (text: string): Segment[] =>
    (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((source) => {
      number++;
      return source.trim() === '' ? { source } : { source, row: rowOf(source, number, fields) };
    });
  for await (const piece of pieces) yield segmentsOf(cutter.push(piece));
  yield segmentsOf(cutter.end());
}

function rowOf(source: string, number: number, fields: RowFields): Row {
  const { text: textName, id: idName, into = textName } = fields;
  const keep = (): string => source;
  const failed = (fault: RowFault, id?: string): Row => ({
    number,
    id,
    text: undefined,
    fault,
    write: keep,
    keep,
  });
  let members: Members;
  try {
    members = membersOf(
      source.replace(/\r?\n$/, ''),
      new Set([textName, into, ...(idName === undefined ? [] : [idName])]),
    );
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { place, reason } = error;
    return failed({
      code: 'not-json',
      detail: error.message,
      ...(place !== undefined && { ...place, detail: reason }),
    });
  }
  const idSpan = idName === undefined ? undefined : members.spans.get(idName)?.at(-1);
  const id = idSpan && valueIn(source, idSpan, /^["\d-]/);
  const wrongId = idName === undefined ? undefined : idFault(id, `string or number "${idName}"`);
  const spans = members.spans.get(textName) ?? [];
  const [span] = spans;
  if (span === undefined) return failed({ code: 'no-text', detail: `there is no member "${textName}"` }, id);
  const text = valueIn(source, span, /^(?!null)/);
  if (text === undefined) return failed({ code: 'no-text', detail: `the member "${textName}" is null` }, id);
  const targets = members.spans.get(into) ?? [];
  const twice = spans.length > 1 ? textName : targets.length > 1 ? into : undefined;
  const ambiguous =
    twice === undefined ? undefined : { code: 'no-text', detail: `there are several members "${twice}"` };
  return {
    number,
    id,
    text,
    fault: wrongId ?? ambiguous,
    keep,
    write(result) {
      const [target] = targets;
      if (target === undefined) {
        const member = `,${quotedJson(into)}:${quotedJson(result)}`;
        return source.slice(0, members.end) + member + source.slice(members.end);
      }
      // What does not change stays as it is spelt.
      if (valueIn(source, target, /^/) === result) return source;
      return source.slice(0, target.start) + jsonOf(result, source.charAt(target.start)) + source.slice(target.end);
    },
  };
}

/** Returns a string as its contents, and any other value as it is written; undefined unless it begins as it must. */
function valueIn(source: string, { start, end }: Span, beginning: RegExp): string | undefined {
  const json = source.slice(start, end);
  if (!beginning.test(json)) return undefined;
  return json.startsWith('"') ? decodeJsonString(json) : json;
}

/** Returns a result as JSON: a string, unless it takes the place of an object or array and is one. */
function jsonOf(result: string, before: string): string {
  return '[{'.includes(before) && isContainer(result) ? result : quotedJson(result);
}

function isContainer(text: string): boolean {
  // A line end would make two lines of the row.
  return /^[ \t]*[[{][^\r\n]*$/.test(text) && syntaxError(text) === undefined;
}

/** The members of an object. */
interface Members {
  /** Where the values of the wanted ones are, by name; several of the same name in their order. */
  readonly spans: ReadonlyMap<string, readonly Span[]>;
  /** The end of the last value. */
  readonly end: number;
}

/** @throws {ToolError} if the text is no JSON object. */
function membersOf(json: string, names: ReadonlySet<string>): Members {
  const scanner = new JsonScanner(json);
  const spans = new Map<string, Span[]>();
  let name = '';
  let depth = 0;
  let valueStart = 0;
  let end = 0;
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (depth === 0 && token !== '{') {
      if (token !== '}') throw new ToolError('the row is no JSON object');
    }
    if (token === '}' || token === ']') depth--;
    else if (token === 'key') {
      if (depth === 1) name = decodeJsonString(json.slice(scanner.start, scanner.end));
      continue;
    } else if (depth === 1) valueStart = scanner.start;
    const isValue = depth === 1 && token !== '{' && token !== '[';
    if (token === '{' || token === '[') depth++;
    if (!isValue) continue;
    end = scanner.end;
    if (!names.has(name)) continue;
    const same = spans.get(name);
    if (same === undefined) spans.set(name, [{ start: valueStart, end }]);
    else same.push({ start: valueStart, end });
  }
  return { spans, end };
}
