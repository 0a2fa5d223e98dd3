import { STATUS_CODES } from 'node:http';

/** By content type, by status. */
const headStarts = new Map<string, string[]>();

/**
 * The status line and content type of an answer, as one text for `writeStatus`: each call into the library costs a
 * conversion of its arguments, so what is constant goes with the status. Nothing of a request's may get in here.
 */
export function headStart(status: number, contentType: string): string {
  const known = headStarts.get(contentType)?.[status];
  if (known !== undefined) return known;
  const line = `${status} ${STATUS_CODES[status] ?? ''}`;
  const start = contentType === '' ? line : `${line}\r\nContent-Type: ${contentType}`;
  const byStatus = headStarts.get(contentType) ?? [];
  byStatus[status] = start;
  headStarts.set(contentType, byStatus);
  return start;
}
