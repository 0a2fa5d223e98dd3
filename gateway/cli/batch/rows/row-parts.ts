import { maxCharacters, maxTexts } from '#gateway/client/many.js';
import { type BatchProgress, checkInput, type InputRecord, inputTooShort } from '../progress-file.js';
import type { Row, RowFault, Segment } from './row.js';

/** Longest source of a part in UTF-16 code units, unless one row is longer: what surrounds the texts takes memory, too. */
const maxSource = 2_000_000;

/**
 * Collects rows, and what is between them, into parts that one request can take.
 *
 * @param segments - in the order of the input.
 */
export async function* rowParts(
  segments: AsyncIterable<readonly Segment[]>,
): AsyncGenerator<readonly Segment[], void, undefined> {
  let part: Segment[] = [];
  let [texts, characters, source] = [0, 0, 0];
  const take = (): readonly Segment[] => {
    const taken = part;
    part = [];
    [texts, characters, source] = [0, 0, 0];
    return taken;
  };
  for await (const some of segments) {
    for (const segment of some) {
      const length = textToSend(segment)?.length;
      const isFull =
        (length !== undefined && (texts === maxTexts || characters + length > maxCharacters)) ||
        source + segment.source.length > maxSource;
      if (isFull && part.length > 0) yield take();
      part.push(segment);
      source += segment.source.length;
      if (length === undefined) continue;
      texts++;
      characters += length;
    }
  }
  if (part.length > 0) yield take();
}

/** Returns the text that a segment sends; undefined for one that is no row, or a row that is not sent. */
export function textToSend({ row }: Segment): string | undefined {
  return row === undefined || row.fault !== undefined ? undefined : row.text;
}

/** How many rows before a row are searched for its id: what is kept does not grow with the input. */
const idsKept = 1_000_000;

/** Finds what is wrong with a row that no row says by itself: ids that come twice, and texts that no request takes. */
class RowCheck {
  readonly #rows = new Map<string, number>();

  /** Returns a segment with what is wrong with its row. Called with all segments, in their order. */
  checked(segment: Segment): Segment {
    const { row } = segment;
    if (row === undefined) return segment;
    const fault = this.#repeated(row) ?? row.fault ?? tooLong(row);
    return fault === row.fault ? segment : { ...segment, row: { ...row, fault } };
  }

  #repeated({ id, number }: Row): RowFault | undefined {
    if (id === undefined) return undefined;
    const earlier = this.#rows.get(id);
    if (earlier !== undefined) return { code: 'duplicate-id', detail: `row ${earlier} has this id, too` };
    this.#rows.set(id, number);
    const [oldest] = this.#rows.size > idsKept ? this.#rows.keys() : [];
    if (oldest !== undefined) this.#rows.delete(oldest);
    return undefined;
  }
}

function tooLong({ text }: Row): RowFault | undefined {
  if (text === undefined || text.length <= maxCharacters) return undefined;
  return {
    code: 'input-too-large',
    detail: `the text has ${text.length} characters, and a text may have ${maxCharacters}`,
  };
}

/**
 * Checks rows, and leaves out what an earlier run has done. That is read again, too: the header says which columns there
 * are, and ids must not come twice.
 *
 * @param record - called with what is left out.
 * @throws {CommandError} if the input does not begin with what is done.
 */
export async function* segmentsLeft(
  segments: AsyncIterable<readonly Segment[]>,
  record: InputRecord,
  earlier: BatchProgress | undefined,
): AsyncGenerator<readonly Segment[], void, undefined> {
  const check = new RowCheck();
  const { inputBytes = 0, inputSha256 = '' } = earlier ?? {};
  let skipped = 0;
  for await (const some of segments) {
    const left: Segment[] = [];
    for (const each of some) {
      const segment = check.checked(each);
      if (skipped === inputBytes) {
        left.push(segment);
        continue;
      }
      const bytes = Buffer.from(segment.source);
      record.add(bytes);
      skipped += bytes.length;
      if (skipped >= inputBytes) checkInput(record, inputSha256);
      if (skipped > inputBytes) throw inputTooShort();
    }
    yield left;
  }
  if (skipped < inputBytes) throw inputTooShort();
}
