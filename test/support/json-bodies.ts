/** Where a JSON body goes. */
export type BodyEndpoint = 'run' | 'sanitize' | 'sort-dedupe' | 'keys' | 'origins' | 'label' | 'rotate';

/** What the case shows; the body, made when it is sent if it is long; and what comes of it. */
export type BodyRow = readonly [name: string, body: string | Uint8Array | (() => string | Uint8Array), answer: string];

/** Bodies that one endpoint answers with one status. */
export interface BodyTable {
  readonly endpoint: BodyEndpoint;
  readonly status: 200 | 201 | 400 | 413;
  /** With an error the whole message. With 200 the text that came out, URLs joined by line feeds; not looked at with 201. */
  readonly rows: readonly BodyRow[];
}

/** A body of `/v1/run` around the JSON text of its input. */
export function runBody(inputJson: string, stepsJson = '["upper-case"]'): string {
  return `{"input":${inputJson},"steps":${stepsJson}}`;
}

/** Bytes from pieces: texts in UTF-8 and numbers that are bytes. */
export function bytes(...pieces: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece))));
}
