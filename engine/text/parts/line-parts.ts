import { Type } from '../../core/schema.js';
import type { Span } from '../span.js';
import { type CutText, checkParts, type Part, type PartCutter } from './parts.js';

/** A line of a text: where its contents are, and where its line end ends. */
export interface LineSpan extends Span {
  /** Behind the line end. */
  readonly next: number;
}

/** Returns the lines of a text. Line ends are `\n`, `\r\n` and a lone `\r`; the last line may have none. */
export function lineSpans(text: string): LineSpan[] {
  const lines: LineSpan[] = [];
  let feed = text.indexOf('\n');
  let cr = text.indexOf('\r');
  for (let start = 0; start < text.length; ) {
    if (feed !== -1 && feed < start) feed = text.indexOf('\n', start);
    if (cr !== -1 && cr < start) cr = text.indexOf('\r', start);
    const end = feed === -1 ? cr : cr === -1 ? feed : Math.min(feed, cr);
    if (end === -1) {
      lines.push({ start, end: text.length, next: text.length });
      break;
    }
    const next = end === cr && feed === cr + 1 ? end + 2 : end + 1;
    lines.push({ start, end, next });
    checkParts(lines.length);
    start = next;
  }
  return lines;
}

/** Cuts at line ends. */
export const lineCutter: PartCutter = {
  cut(text) {
    const lines = lineSpans(text);
    return {
      parts: lines.map(({ start, end }) => ({ start, end, text: text.slice(start, end) })),
      write: (result) => result,
      removal: lineRemoval(lines),
      removes: 'lines',
    };
  },
};

/** Returns the removal of whole lines, for texts with one part a line, in order. */
function lineRemoval(lines: readonly LineSpan[]): CutText['removal'] {
  return ({ start, end }, index) => ({ start, end: lines[index]?.next ?? end });
}

/** Cuts at blank lines: a part is a run of lines that are not blank, without its last line end. */
export const paragraphCutter: PartCutter = {
  cut(text) {
    const parts: Part[] = [];
    let current: { start: number; end: number } | undefined;
    const finish = () => {
      if (current !== undefined) parts.push({ ...current, text: text.slice(current.start, current.end) });
      current = undefined;
    };
    for (const { start, end } of lineSpans(text)) {
      if (text.slice(start, end).trim() === '') finish();
      else if (current === undefined) current = { start, end };
      else current.end = end;
    }
    finish();
    return {
      parts,
      write: (result) => result,
      removal: ({ start }, index) => ({ start, end: parts[index + 1]?.start ?? text.length }),
      removes: 'paragraphs',
    };
  },
};

const Separator = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The text between two fields; left out, runs of white space',
});

/** The members of `each: { "field": … }`. */
export const FieldParts = Type.Object(
  {
    fields: Type.Array(
      Type.Union([Type.Integer({ minimum: 1, maximum: 500_000 }), Type.Integer({ minimum: -500_000, maximum: -1 })]),
      {
        minItems: 1,
        maxItems: 100,
        description: 'The fields of each line, from 1; negative ones count from the end',
      },
    ),
    separator: Type.Optional(Separator),
  },
  { additionalProperties: false },
);

export interface FieldOptions {
  readonly fields: readonly number[];
  readonly separator?: string;
}

/** Cuts fields out of each line. Blank lines have none. */
export class FieldCutter implements PartCutter {
  readonly #fields: readonly number[];
  readonly #fieldsOf: (line: string) => Span[];

  constructor({ fields, separator }: FieldOptions) {
    this.#fields = fields;
    this.#fieldsOf = separator === undefined ? wordSpans : (line) => separatedSpans(line, separator);
  }

  cut(text: string): CutText {
    const parts: Part[] = [];
    const lineOfPart: LineSpan[] = [];
    for (const line of lineSpans(text)) {
      const contents = text.slice(line.start, line.end);
      if (contents.trim() === '') continue;
      for (const part of this.#partsOf(contents, line)) {
        parts.push(part);
        lineOfPart.push(line);
      }
      checkParts(parts.length);
    }
    return {
      parts,
      write: (result) => result,
      removal(part, index) {
        const { start, next } = lineOfPart[index] ?? { start: part.start, next: part.end };
        return { start, end: next };
      },
      removes: 'lines',
    };
  }

  #partsOf(contents: string, { start, end }: LineSpan): Part[] {
    const spans = this.#fieldsOf(contents);
    const places = new Set(this.#fields.map((field) => (field < 0 ? spans.length + field : field - 1)));
    const parts: Part[] = [];
    for (const place of [...places].sort((a, b) => a - b)) {
      const span = spans[place];
      if (span === undefined) continue;
      parts.push({
        start: start + span.start,
        end: start + span.end,
        text: contents.slice(span.start, span.end),
      });
    }
    if (parts.length === places.size) return parts;
    const missing = this.#fields.find((field) => spans[field < 0 ? spans.length + field : field - 1] === undefined);
    const fault = `there is no field ${missing}; the line has ${spans.length}`;
    return [...parts, { start: end, end, text: '', fault }];
  }
}

function separatedSpans(line: string, separator: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let end = line.indexOf(separator); end !== -1; end = line.indexOf(separator, start)) {
    spans.push({ start, end });
    start = end + separator.length;
  }
  spans.push({ start, end: line.length });
  return spans;
}

const word = /\S+/g;

function wordSpans(line: string): Span[] {
  return Array.from(line.matchAll(word), ({ 0: found, index }) => ({ start: index, end: index + found.length }));
}
